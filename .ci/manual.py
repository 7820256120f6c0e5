"""Writes the manual pages and completions from what the tool says of itself: `python3 .ci/manual.py TOOL FOLDER`.

There is no other text: abstracts, discussions and options are those of `fluxtape help`. Each option of each subcommand stands in its page.
"""
import json
import os
import re
import subprocess
import sys
import time

tool, folder = sys.argv[1:]


def ask(*words):
    # A line of usage is not to be broken where this terminal ends.
    return subprocess.run([tool, *words], check=True, capture_output=True, encoding="utf-8", env={**os.environ, "COLUMNS": "200"}).stdout


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga").replace("^", "\\(ha").replace("~", "\\(ti")
    return re.sub(r"^\.", r"\\&.", text, flags=re.M)


def paragraphs(text):
    """Prose, with indented lines as they are."""
    lines, literal = [], False
    for line in text.split("\n"):
        indented = line.startswith("  ")
        if indented != literal and line:
            lines.append(".nf\n.RS 4" if indented else ".RE\n.fi\n.PP")
            literal = indented
        if line:
            lines.append(roff(line.strip()))
        elif lines and not literal:
            lines.append(".PP")
    return "\n".join(lines + ([".RE\n.fi"] if literal else []))


def option_names(argument):
    return [("--" if name["kind"] == "long" else "-") + name["name"] for name in argument.get("names", [])]


def option(argument):
    value = roff(argument.get("valueName", ""))
    names = ", ".join(f"\\fB{roff(name)}\\fR" for name in option_names(argument))
    if argument["kind"] == "positional":
        names = f"\\fI{value}\\fR"
    elif argument["kind"] == "option":
        names += f" \\fI{value}\\fR"
    default = f" (default: {argument['defaultValue']})" if "defaultValue" in argument else ""
    return f".TP\n{names}\n{roff(argument.get('abstract', '') + default) or '.'}"


def page(command, subcommands, version):
    words = command.get("superCommands", []) + [command["commandName"]]
    name = "-".join(words)
    shown = [argument for argument in command["arguments"] if argument["shouldDisplay"]]
    usage = re.search(r"^USAGE: (.*(?:\n +.*)*)", ask(*(["help", words[-1]] if len(words) > 1 else ["--help"])), re.M).group(1)
    lines = [
        f'.TH {roff(name.upper())} 1 "{date}" "{roff(version)}" "Fluxtape"', ".ad l", ".nh", ".SH NAME", f"{roff(name)} \\- {roff(command['abstract'].rstrip('.'))}",
        ".SH SYNOPSIS", ".nf", *(roff(line.strip()) for line in usage.split("\n")), ".fi",
    ]
    if command.get("discussion"):
        lines += [".SH DESCRIPTION", paragraphs(command["discussion"])]
    if subcommands:
        lines += [".SH SUBCOMMANDS"]
        lines += [f".TP\n\\fB{roff(sub['commandName'])}\\fR\n{roff(sub['abstract'])}" for sub in subcommands]
    for title, isOption in (("ARGUMENTS", False), ("OPTIONS", True)):
        found = [argument for argument in shown if (argument["kind"] != "positional") == isOption]
        if found:
            lines += [f".SH {title}", *map(option, found)]
    others = [f"{words[0]}-{sub['commandName']}" for sub in subcommands] or words[:1]
    lines += [".SH SEE ALSO", ",\n".join(f"\\fB{roff(other)}\\fR(1)" for other in others)]
    return name, "\n".join(lines) + "\n", {name for argument in shown for name in option_names(argument)}


def write(path, text):
    path = os.path.join(folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


root = json.loads(ask("--experimental-dump-help"))["command"]
subcommands = [command for command in root["subcommands"] if command["shouldDisplay"] and command["commandName"] != "help"]
date = time.strftime("%Y-%m-%d", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))))
version = " ".join(ask("--version").split()[:2]).rstrip(",")
for command in [root] + subcommands:
    name, text, options = page(command, subcommands if command is root else [], version)
    plain = text.replace("\\", "")
    missing = [option for option in options if option not in plain]
    if missing:
        sys.exit(f"error: {name}(1) does not name {missing}")
    write(f"man/man1/{name}.1", text)
for shell, path in (
    ("bash", "bash-completion/completions/fluxtape"), ("zsh", "zsh/site-functions/_fluxtape"), ("fish", "fish/vendor_completions.d/fluxtape.fish")
):
    write(path, ask("--generate-completion-script", shell))
print(f"note: {len(subcommands) + 1} manual pages, completions for 3 shells")
