// FluxtapeCurses
