# screen_chat__shows__bidi_controls
type abc\u{202e}def\u{2066}g\u{200f}\u{2028}x\u{61c}
row 23  > abc<U+202E>def<U+2066>g<U+200F><U+2028>x<U+061C>
key Enter
wait 2000
row 5  abc<U+202E>def<U+2066>g<U+200F><U+2028>x<U+061C>
never \u{202e}
never \u{2066}
never \u{200f}
never \u{2028}
