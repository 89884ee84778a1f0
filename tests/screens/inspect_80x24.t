# screen_inspect__is_laid_out__at_80x24
args --stop END --stop </s> --max-tokens 40 --min-tokens 2
type one EN two END three
key Enter
wait 65
key F4
see ─ stop inspector ─────
row 2  Reply #1  by echo  streams  rules: default
row 4  Conditions
row 5    stop   "END"          ██░          2 of 3
row 6    stop   "</s>"         ░░░░         0 of 4
row 7    max    40 tokens      █░░░░░░░░░░░ 6 of 40
row 8    min    2 tokens       ██           2 of 2
row 9    end    of the prompt  ███░░░░░░░░░ 6 of 20
row 11  So far
row 12    reply        "one "  4 characters
row 13    held back    "EN"  2 characters
row 24  F4 closes   PgUp PgDn scroll
wait 10
row 5    stop   "END"          ░░░          0 of 3    1 near miss "EN" at 5
row 12    reply        "one EN "  7 characters
row 13    held back    nothing
wait 500
row 2  Reply #1  by echo  is over  rules: default
row 5    stop   "END"          ███          3 of 3    matched at 12
row 6                                                 1 near miss "EN" at 5
row 12  Verdict
row 13    stop  matched "END"
row 14    where        characters 12 to 14, token 14
row 15    reply        "one EN two "  11 characters
row 16    cut          "END"  3 characters
row 17    never came   " three"  6 characters
row 19  With other rules
row 20    string kept  "one EN two END"     14 characters  stop  "END"
row 21    dynamo       "one EN two EN"      13 characters  stop  "END"
row 22    none         …"N two END three"   20 characters  stop  end of the text
key F4
unseen Verdict
see ■ stop  matched "END"
