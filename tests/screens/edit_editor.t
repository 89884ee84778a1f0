# command_edit__opens__the_editor
args --delay 0
env VISUAL=sed -i s/foo/bar/
type foo
key Enter
wait 50
type /edit --editor
key Enter
row 23  > bar
see Enter sends a new version
key Enter
wait 50
see you  2/2
rows 2 bar
unseen foo
