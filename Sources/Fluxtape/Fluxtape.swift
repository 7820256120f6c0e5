// Fluxtape
