# screen_chat__leaves__right_to_left_text_in_its_order
type abc שלום 123
key Enter
wait 1000
row 2  abc שלום 123
row 5  abc שלום 123
