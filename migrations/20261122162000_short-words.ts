import type { Knex } from 'knex';

/**
 * The conditions of searches. The functions of the previous version stay, since it runs beside this one
 * during a deployment.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    create function count_letters(word text)
    returns integer language sql immutable parallel safe
    return length(regexp_replace(folded_for_search(word), '[^[:alnum:]]', '', 'g'));
    comment on function count_letters is 'Letters and digits of a word, once it is folded.';

    create function spaced_words(folded text)
    returns text language sql immutable parallel safe
    return replace(replace(replace(replace(replace(replace(replace(folded,
      '/', ' '), '.', ' '), '-', ' '), '+', ' '), '@', ' '), '&', ' '), '<', ' ');
    comment on function spaced_words is 'Text in which text search finds every word: its parser takes AI/ML for a path, node.js for a host and -19 for a number. Seven replacements take a third of the time of one translate.';

    create function search_words(searched text)
    returns tsvector language sql immutable parallel safe
    return to_tsvector('simple'::regconfig, spaced_words(searched));
    comment on function search_words is 'The words of folded text. Indexes store what it returns.';

    create function contains_word(searched text, word text)
    returns boolean language sql immutable parallel safe
    return case
      when count_letters(word) = 0 then false
      when count_letters(word) >= 3 then searched like search_pattern(word)
      when length(btrim(folded_for_search(word))) = count_letters(word)
      then search_words(searched) @@ search_prefix(word)
      -- Such as c++, of which text search knows the letter only. A text that is put together has no
      -- trigram index, which would find too much here.
      else search_words(searched) @@ search_prefix(spaced_words(word))
        and searched || '' like search_pattern(word)
    end;
    comment on function contains_word is 'Whether folded text contains a word: one of three letters or more anywhere, a shorter one as a whole word or at the beginning of one. Without letters it matches nothing.';

    create function row_contains_word(searched text, word text)
    returns boolean language sql immutable parallel safe
    return coalesce(case
      when count_letters(word) = 0 then false
      when count_letters(word) >= 3 then searched || '' like search_pattern(word)
      else searched || '' like search_pattern(word) and (
        searched || '' like '% ' || substr(search_pattern(btrim(word)), 2)
        or searched || '' ~ ('(^|[^[:alnum:]])'
          || regexp_replace(btrim(folded_for_search(word)), '([^[:alnum:] ])', '\\\1', 'g')))
    end, false);
    comment on function row_contains_word is 'As contains_word, for rows that another index finds: without an index of its own, and without the words of each row, which take 10 us to find. PostgreSQL takes coalesce for true in half of the rows, so it does not begin with the words.';

    -- An array of patterns is always one side of an "or", of which PostgreSQL reads the index for each
    -- pattern once. Of two arrays that both have to match it would read it for each pair of patterns.
    create function contains_swapped(searched text, word text)
    returns boolean language sql immutable parallel safe
    return case
      when count_letters(word) between 3 and 8
      then searched like search_pattern(word) or searched like any(search_swaps(word))
      else contains_word(searched, word)
    end;
    comment on function contains_swapped is 'Whether folded text contains a word, or one of at most 8 letters with two neighboring ones swapped.';

    create function word_pieces(word text)
    returns text[] language sql immutable parallel safe
    return (
      with split as (
        select array_remove(
            regexp_split_to_array(folded_for_search(word), '[^[:alnum:]]+'), '') as parts
      ), sized as (
        select parts, parts[1] as part, length(parts[1]) as letters from split
      )
      select case
          when cardinality(parts) > 1 then array(
            select unnest(case when length(part) < 3 then array[part || '%', '% ' || part || '%']
                               else array['%' || part || '%'] end)
              from unnest(parts) part)
          when letters < 6 then
            case when letters = 5 then array['%' || left(part, 3) || '%']
                 else array[left(part, 2) || '%', '% ' || left(part, 2) || '%'] end
            || array['%' || right(part, 2), '%' || right(part, 2) || ' %']
          else array(
            select '%' || substr(part, 1 + i * letters / n, (i + 1) * letters / n - i * letters / n) || '%'
              from (select letters / 3 as n) pieces, generate_series(0, n - 1) i)
        end
        from sized);
    comment on function word_pieces is 'LIKE patterns of folded text that contains a piece of the word. A small typing error leaves a piece intact, and a trigram index finds each of them.';

    create function contains_piece(searched text, word text)
    returns boolean language sql immutable parallel safe
    return case
      when count_letters(word) < 3 then contains_word(searched, word)
      else searched like search_pattern(word) or searched like any(word_pieces(word))
    end;
    comment on function contains_piece is 'Whether folded text contains a piece of a word, without which it is not misspelled there.';

    create function contains_misspelled(searched text, word text)
    returns boolean language sql immutable parallel safe
    return contains_swapped(searched, word) or (count_letters(word) >= 3
      and contains_piece(searched, word) and word_similarity(folded_for_search(word), searched) >= 0.4);
    comment on function contains_misspelled is 'Whether folded text contains a word, or one that differs by a small typing error: two neighboring letters swapped, or a shared piece and 40 % of the trigrams. A word of less than three letters is never misspelled.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function contains_misspelled(text, text);
    drop function contains_piece(text, text);
    drop function word_pieces(text);
    drop function contains_swapped(text, text);
    drop function row_contains_word(text, text);
    drop function contains_word(text, text);
    drop function search_words(text);
    drop function spaced_words(text);
    drop function count_letters(text);
  `);
}
