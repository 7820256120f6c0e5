"""Links of README and of the documentation: `python3 .ci/pages.py ROOT FOLDER`.

In the repository, pages link to files, as code hosts show them: `[Secrets](Secrets.md#what-is-not-found)`. Every such link must lead to a file
and a heading. FOLDER gets a copy of each catalogue with links as DocC wants them; those to other modules are paths in the site
of all modules.
Only the front pages of modules, which nothing in the repository links to, may use DocC's own links.
"""
import os
import re
import shutil
import sys
from glob import glob

root, folder = (os.path.abspath(path) for path in sys.argv[1:3])
problems = []


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def headings(path):
    """The headings of a page by the names that code hosts give them."""
    text = re.sub(r"^```.*?^```", "", read(path), flags=re.M | re.S)
    titles = [re.sub(r"[`*]", "", title).strip() for title in re.findall(r"^#+ +(.*)$", text, re.M)]
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-"): title for title in titles}


def fragment(title):
    return "#" + re.sub(r"\s+", "-", re.sub(r"['\"]", "", title))


def converted(page, text):
    def replace(match):
        words, target, anchor = match.groups()
        path = os.path.normpath(os.path.join(os.path.dirname(page), target)) if target else page
        where = f"{os.path.relpath(page, root)}: {match.group(0)}"
        if not os.path.exists(path):
            problems.append(f"{where}: there is no such file")
            return match.group(0)
        found = ""
        if anchor:
            title = headings(path).get(anchor[1:]) if path.endswith(".md") else None
            if title is None:
                problems.append(f"{where}: there is no such heading")
                return match.group(0)
            found = fragment(title)
        if not path.endswith(".md") or ".docc" not in path:
            if ".docc" in page:
                problems.append(f"{where}: is no page of the documentation")
            return match.group(0)
        if read(path).startswith("# ``"):
            problems.append(f"{where}: the front page of a module, which has links for DocC alone")
        name, module = os.path.basename(path)[:-3], os.path.dirname(path)
        if module == os.path.dirname(page):
            return f"[{words}](doc:{'' if path == page else name}{found})"
        module = os.path.basename(module)[:-len(".docc")]
        return f"[{words}](/documentation/{module.lower()}/{name.lower()}{found})"

    return re.sub(r"\[([^\]]*)\]\((?!https?:|doc:)([^)#\s]*)(#[^)\s]*)?\)", replace, text)


readme = os.path.join(root, "README.md")
converted(readme, read(readme))
shutil.rmtree(folder, ignore_errors=True)
for catalogue in sorted(glob(os.path.join(root, "Sources/*/*.docc"))):
    copy = os.path.join(folder, os.path.basename(catalogue))
    shutil.copytree(catalogue, copy)
    for page in sorted(glob(os.path.join(catalogue, "*.md"))):
        text = read(page)
        if "<doc:" in text and not text.startswith("# ``"):
            problems.append(f"{os.path.relpath(page, root)}: code hosts do not know '<doc:'; write [words](Page.md)")
        with open(os.path.join(copy, os.path.basename(page)), "w", encoding="utf-8") as file:
            # Code is as it is.
            parts = re.split(r"(^```.*?^```$|`[^`\n]*`(?!\]))", text, flags=re.M | re.S)
            file.write("".join(part if number % 2 else converted(page, part) for number, part in enumerate(parts)))
for problem in problems:
    print("error: " + problem)
sys.exit(1 if problems else 0)
