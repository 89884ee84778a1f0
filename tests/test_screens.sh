#!/bin/sh
# test_screens.sh: plays all scripts of tests/screens; see screen.c.
exec tests/screen "${srcdir:-.}"/tests/screens/*.t
