# screen_chat__types_as_fast__with_a_long_history
size 120x31
args --delay 0
type message 0
key Enter
wait 20
type message 1
key Enter
wait 20
type message 2
key Enter
wait 20
type message 3
key Enter
wait 20
type message 4
key Enter
wait 20
type message 5
key Enter
wait 20
type message 6
key Enter
wait 20
type message 7
key Enter
wait 20
type message 8
key Enter
wait 20
type message 9
key Enter
wait 20
type message 10
key Enter
wait 20
type message 11
key Enter
wait 20
type message 12
key Enter
wait 20
type message 13
key Enter
wait 20
type message 14
key Enter
wait 20
type message 15
key Enter
wait 20
type message 16
key Enter
wait 20
type message 17
key Enter
wait 20
type message 18
key Enter
wait 20
type message 19
key Enter
wait 20
type message 20
key Enter
wait 20
type message 21
key Enter
wait 20
type message 22
key Enter
wait 20
type message 23
key Enter
wait 20
type message 24
key Enter
wait 20
type message 25
key Enter
wait 20
type message 26
key Enter
wait 20
type message 27
key Enter
wait 20
type message 28
key Enter
wait 20
type message 29
key Enter
wait 20
type message 30
key Enter
wait 20
type message 31
key Enter
wait 20
type message 32
key Enter
wait 20
type message 33
key Enter
wait 20
type message 34
key Enter
wait 20
type message 35
key Enter
wait 20
type message 36
key Enter
wait 20
type message 37
key Enter
wait 20
type message 38
key Enter
wait 20
type message 39
key Enter
wait 20
type message 40
key Enter
wait 20
type message 41
key Enter
wait 20
type message 42
key Enter
wait 20
type message 43
key Enter
wait 20
type message 44
key Enter
wait 20
type message 45
key Enter
wait 20
type message 46
key Enter
wait 20
type message 47
key Enter
wait 20
type message 48
key Enter
wait 20
type message 49
key Enter
wait 20
type message 50
key Enter
wait 20
type message 51
key Enter
wait 20
type message 52
key Enter
wait 20
type message 53
key Enter
wait 20
type message 54
key Enter
wait 20
type message 55
key Enter
wait 20
type message 56
key Enter
wait 20
type message 57
key Enter
wait 20
type message 58
key Enter
wait 20
type message 59
key Enter
wait 20
type message 60
key Enter
wait 20
type message 61
key Enter
wait 20
type message 62
key Enter
wait 20
type message 63
key Enter
wait 20
type message 64
key Enter
wait 20
type message 65
key Enter
wait 20
type message 66
key Enter
wait 20
type message 67
key Enter
wait 20
type message 68
key Enter
wait 20
type message 69
key Enter
wait 20
type message 70
key Enter
wait 20
type message 71
key Enter
wait 20
type message 72
key Enter
wait 20
type message 73
key Enter
wait 20
type message 74
key Enter
wait 20
type message 75
key Enter
wait 20
type message 76
key Enter
wait 20
type message 77
key Enter
wait 20
type message 78
key Enter
wait 20
type message 79
key Enter
wait 20
type message 80
key Enter
wait 20
type message 81
key Enter
wait 20
type message 82
key Enter
wait 20
type message 83
key Enter
wait 20
type message 84
key Enter
wait 20
type message 85
key Enter
wait 20
type message 86
key Enter
wait 20
type message 87
key Enter
wait 20
type message 88
key Enter
wait 20
type message 89
key Enter
wait 20
type message 90
key Enter
wait 20
type message 91
key Enter
wait 20
type message 92
key Enter
wait 20
type message 93
key Enter
wait 20
type message 94
key Enter
wait 20
type message 95
key Enter
wait 20
type message 96
key Enter
wait 20
type message 97
key Enter
wait 20
type message 98
key Enter
wait 20
type message 99
key Enter
wait 20
type message 100
key Enter
wait 20
type message 101
key Enter
wait 20
type message 102
key Enter
wait 20
type message 103
key Enter
wait 20
type message 104
key Enter
wait 20
type message 105
key Enter
wait 20
type message 106
key Enter
wait 20
type message 107
key Enter
wait 20
type message 108
key Enter
wait 20
type message 109
key Enter
wait 20
type message 110
key Enter
wait 20
type message 111
key Enter
wait 20
type message 112
key Enter
wait 20
type message 113
key Enter
wait 20
type message 114
key Enter
wait 20
type message 115
key Enter
wait 20
type message 116
key Enter
wait 20
type message 117
key Enter
wait 20
type message 118
key Enter
wait 20
type message 119
key Enter
wait 20
type message 120
key Enter
wait 20
type message 121
key Enter
wait 20
type message 122
key Enter
wait 20
type message 123
key Enter
wait 20
type message 124
key Enter
wait 20
type message 125
key Enter
wait 20
type message 126
key Enter
wait 20
type message 127
key Enter
wait 20
type message 128
key Enter
wait 20
type message 129
key Enter
wait 20
type message 130
key Enter
wait 20
type message 131
key Enter
wait 20
type message 132
key Enter
wait 20
type message 133
key Enter
wait 20
type message 134
key Enter
wait 20
type message 135
key Enter
wait 20
type message 136
key Enter
wait 20
type message 137
key Enter
wait 20
type message 138
key Enter
wait 20
type message 139
key Enter
wait 20
type message 140
key Enter
wait 20
type message 141
key Enter
wait 20
type message 142
key Enter
wait 20
type message 143
key Enter
wait 20
type message 144
key Enter
wait 20
type message 145
key Enter
wait 20
type message 146
key Enter
wait 20
type message 147
key Enter
wait 20
type message 148
key Enter
wait 20
type message 149
key Enter
wait 20
see #150
type x
mark
type y
wait 20
sent 30
key Ctrl-U
key Up
row 30  > message 149
key Ctrl-U
key Ctrl-R
type age 7
see message 7
key Ctrl-G
row 30  >
bytes \x1b<
row 30  > message 0
bytes \x1b>
row 30  >
