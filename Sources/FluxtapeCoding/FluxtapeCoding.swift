// FluxtapeCoding
