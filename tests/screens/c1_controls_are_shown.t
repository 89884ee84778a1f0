# screen_chat__shows__c1_controls
type a\u{9b}31mb\u{85}c\u{7f}
row 23  > a<U+009B>31mb<U+0085>
key Enter
wait 2000
row 2  a<U+009B>31mb<U+0085>
never \u{9b}
