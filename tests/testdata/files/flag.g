#d
0:  white
a:b blue|#0000ff
c:r red|#ff0000
#d
: rows
1a 1c
2a
: columns
2a
1a 1c
