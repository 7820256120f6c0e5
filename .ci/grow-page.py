# grow-page.py BROWSER TOOL LOG FOLDER: watches a log grow in a real browser, by the keys of a person.
#
# The page follows the end; it stays at a step that was chosen, with what was unfolded; a filter holds for what comes; and when the server is
# gone the page keeps what it has. Nothing else of the server is there for another site, or for one who does not know the token.

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

browser, tool, source, folder = sys.argv[1:]
log = os.path.join(folder, "growing.jsonl")
lines = open(source, encoding="utf-8").read().splitlines(True)


class Page:
    """A page in a browser that is driven through a pipe."""

    def __init__(self, url):
        command_end, self.commands = os.pipe()
        self.answers, answer_end = os.pipe()

        def place():
            # Copies with higher numbers first, since one of the ends may be 3 or 4.
            ends = [os.dup(end) for end in (command_end, answer_end)]
            ends = [os.dup2(end, 100 + place) for place, end in enumerate(ends)]
            os.dup2(100, 3)
            os.dup2(101, 4)

        self.process = subprocess.Popen(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", f"--user-data-dir={folder}/profile"],
            preexec_fn=place, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(command_end)
        os.close(answer_end)
        self.number, self.rest, self.session = 0, b"", None
        target = self.call("Target.createTarget", url=url)["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                self.rest += os.read(self.answers, 1 << 16)
            answer, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(answer)
            if answer.get("id") == self.number:
                # A page that is being loaded has no place to evaluate anything.
                return answer.get("result", {})

    def value(self, expression):
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True).get("result", {}).get("value")

    def expect(self, what, expression):
        """Waits until an expression is true."""
        end = time.monotonic() + 30
        while not self.value(f"Boolean({expression})"):
            if time.monotonic() > end:
                rows = self.value("[...document.querySelectorAll('.row.selected .seq, #facts, #count, #said')].map((node) => node.textContent)")
                sys.exit(f"error: {what}: not within 30 s; the page says {rows}")
            time.sleep(0.02)
        print(what)

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, text=key)


def add(start, end):
    with open(log, "a", encoding="utf-8") as file:
        file.writelines(lines[start:end])


def status(address, **headers):
    try:
        return urllib.request.urlopen(urllib.request.Request(address, headers=headers)).status
    except urllib.error.HTTPError as error:
        return error.code


open(log, "w").close()
add(0, 20)
server = subprocess.Popen([tool, "live", log, "--page"], stdout=subprocess.PIPE, text=True)
url = re.search(r"http://127\.0\.0\.1:[0-9]+/[0-9a-z]+/", server.stdout.readline()).group()
root = url.rsplit("/", 2)[0]
told = [status(url), status(root + "/"), status(url, Host="evil.example"), status(url + "grown", Origin="http://evil.example")]
assert told == [200, 404, 403, 403], told

page = Page(url)
try:
    selected = "document.querySelector('.row.selected .seq')?.textContent"
    steps = "document.getElementById('facts')?.textContent"
    page.expect("the page opens at the last step", f"{selected} === '@20'")
    add(20, 40)
    page.expect("it follows the end", f"{selected} === '36' && {steps}.includes('36 steps')")
    page.press("g")
    page.press(".")
    page.press(".")
    page.expect("keys choose a step", f"{selected} === '2'")
    page.press("3")
    page.value("document.querySelectorAll('#detail details:not([open])')[0].setAttribute('open', '')")
    unfolded = page.value("document.querySelectorAll('#detail details[open]').length")
    add(40, 60)
    page.expect("a chosen step stays", f"{steps}.includes('56 steps') && {selected} === '2'")
    page.expect("what was unfolded stays", f"document.querySelectorAll('#detail details[open]').length === {unfolded}")
    page.value("(() => { const box = document.getElementById('filter'); box.value = 'store:cart'; box.dispatchEvent(new Event('input')); })()")
    page.expect("a filter narrows", "document.getElementById('count').textContent.endsWith(' of 59')")
    add(60, len(lines))
    page.expect("a filter holds for what comes", "document.getElementById('count').textContent === '206 of 288'")
    server.send_signal(signal.SIGINT)
    page.expect("a page without its server says so", "document.getElementById('said').textContent.startsWith('not served any more')")
    page.expect("and keeps what it has", "document.getElementById('count').textContent === '206 of 288'")
finally:
    page.process.kill()
    server.kill()
