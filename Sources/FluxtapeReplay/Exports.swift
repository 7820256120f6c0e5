// The decoder is part of this product; a live session needs it without the rest.
@_exported public import FluxtapeDecoding
