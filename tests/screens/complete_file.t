# Names of files, folder by folder; a blank stands behind a file only.
type /export /us
key Tab
see > /export /usr/
type shar
key Tab
see > /export /usr/share/
key Ctrl-U
type /save /etc/pass
key Tab
see > /save /etc/passwd
key Ctrl-U
type /trace save /etc/pass
key Tab
see > /trace save /etc/passwd
key Ctrl-U
type /record of
key Tab
see > /record off
