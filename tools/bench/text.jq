# Numbers and columns, as text.

# A number as text with a given number of decimals.
def fixed($digits):
    if . == null then "" else
        pow(10; $digits) as $unit | (. * $unit | round) as $whole |
        if $digits == 0 then "\($whole)" else
            ($whole | fabs | floor) as $size |
            (if $whole < 0 then "-" else "" end) + "\($size / $unit | floor)." +
                (("0" * $digits + "\($size % $unit)") | .[length - $digits:])
        end
    end;

def left($width): . + (" " * ([$width - length, 0] | max) // "");
def right($width): (" " * ([$width - length, 0] | max) // "") + .;

# Rows of text in columns: the first is left-aligned, the others right-aligned.
def columns:
    . as $rows | [range($rows[0] | length) as $c | [$rows[][$c] | length] | max] as $widths |
    $rows[] | . as $row |
    [range(length) as $c | $row[$c] | if $c == 0 then left($widths[0]) else right($widths[$c]) end] |
    join("  ") | sub(" +$"; "");
