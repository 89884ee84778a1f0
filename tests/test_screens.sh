#!/bin/sh
# test_screens.sh: plays all scripts of tests/screens; see screen.c.
export ECHOCHAT_DATA="${srcdir:-.}"
exec tests/screen "${srcdir:-.}"/tests/screens/*.t
