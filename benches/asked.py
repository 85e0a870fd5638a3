"""How a bench takes its arguments: `--help`, or too few of them, shows the text at its top, and what goes wrong is told in one line."""
import sys


def asked(doc, least=0):
    """The arguments, at least so many."""
    arguments = sys.argv[1:]
    if "--help" in arguments or "-h" in arguments:
        print(doc.strip())
        raise SystemExit(0)
    if len(arguments) < least:
        raise SystemExit(f"{doc.strip()}\n\n{sys.argv[0]}: {least} arguments are needed; ./bench gives them")
    sys.excepthook = lambda kind, error, _: print(f"{sys.argv[0]}: {kind.__name__}: {error}", file=sys.stderr)
    return arguments
