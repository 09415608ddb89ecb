-- Rules of text that several tables and queries share: how words are folded, compared and searched. PostgreSQL
-- inlines a function whose body is one expression without a subquery, so plans and partial indexes are the same as
-- with the expression written out.

-- Trusted: the owner of the database may create both.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Interests are compared without regard to case, but kept as they were typed.
create function folded(words text[]) returns text[]
  language sql immutable strict parallel safe
  return array(select lower(word) from unnest(words) as word);

create function folded_name(name text) returns text language sql immutable parallel safe
  return lower(btrim(regexp_replace(name, '\s+', ' ', 'g')));
comment on function folded_name is 'Names of rooms and tracks are equal if this is.';

create function natural_key(name text) returns text language sql immutable parallel safe
    return regexp_replace(
regexp_replace(folded_name(name), '(\d+)', '000000000\1', 'g'), '\d*(\d{10})', '\1', 'g');
comment on function natural_key is 'Sorts names as people do: Room 2 before Room 10.';

-- Han, kana and Hangul become words of one character, so that an index finds one or two of them:
-- a trigram index has no entry for a part of a word that is shorter than three characters.
create function folded_for_search(value text)
returns text language sql immutable parallel safe
return case
  -- ASCII has nothing else to fold, and most names are ASCII.
  when octet_length(value) = char_length(value) then lower(value)
  else regexp_replace(
    replace(lower(unaccent('unaccent'::regdictionary, normalize(value, nfkc))), 'ς', 'σ'),
    '[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\U00020000-\U000323af]', ' \& ', 'g')
end;
comment on function folded_for_search is
  'Text without accents, case and typographic variants. Indexes store what it returns, so a change of it must rebuild them.';

create function name_for_search(name text)
returns text language sql immutable parallel safe
return case
  when octet_length(name) > char_length(name) and name ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\U00020000-\U000323af]'
  then regexp_replace(name, '^\s*(\S+)\s+(\S.*)$', '\1 \2 \1\2 \2\1')
  else name
end;
comment on function name_for_search is
  'A name, and in scripts without spaces also its two parts written together in either order.';

create function search_pattern(word text)
returns text language sql immutable parallel safe
return '%' || regexp_replace(folded_for_search(word), '[\\%_]', '\\\&', 'g') || '%';
comment on function search_pattern is 'A LIKE pattern for folded text that contains the word literally.';

create function search_prefix(word text)
returns tsquery language sql immutable parallel safe
return to_tsquery('simple'::regconfig,
  '''' || regexp_replace(folded_for_search(word), '[''\\]', '\&\&', 'g') || ''':*');
comment on function search_prefix is
  'Matches words that begin with this one. The quotes keep its characters from being parsed as operators.';

create function search_swaps(word text)
returns text[] language sql immutable parallel safe
return array(
  select search_pattern(
      left(word, i - 1) || substr(word, i + 1, 1) || substr(word, i, 1) || substr(word, i + 2))
    from generate_series(1, least(length(word) - 1, 20)) i);
comment on function search_swaps is
  'Patterns of a word with two neighboring characters swapped. A swap leaves a short word too few trigrams to be similar.';

create function contains_similar(searched text, word text)
returns boolean language sql stable parallel safe
return searched like search_pattern(word) or searched like any(search_swaps(word))
  or searched %> folded_for_search(word);
comment on function contains_similar is
  'Whether folded text contains a word, or one that differs by a small typing error. The setting pg_trgm.word_similarity_threshold limits the difference.';

create function count_letters(word text)
returns integer language sql immutable parallel safe
return length(regexp_replace(folded_for_search(word), '[^[:alnum:]]', '', 'g'));
comment on function count_letters is 'Letters and digits of a word, once it is folded.';

create function spaced_words(folded text)
returns text language sql immutable parallel safe
return replace(replace(replace(replace(replace(replace(replace(folded,
  '/', ' '), '.', ' '), '-', ' '), '+', ' '), '@', ' '), '&', ' '), '<', ' ');
comment on function spaced_words is
  'Text in which text search finds every word: its parser takes AI/ML for a path, node.js for a host and -19 for a number. Seven replacements take a third of the time of one translate.';

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
comment on function contains_word is
  'Whether folded text contains a word: one of three letters or more anywhere, a shorter one as a whole word or at the beginning of one. Without letters it matches nothing.';

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
comment on function row_contains_word is
  'As contains_word, for rows that another index finds: without an index of its own, and without the words of each row, which take 10 us to find. PostgreSQL takes coalesce for true in half of the rows, so it does not begin with the words.';

-- An array of patterns is always one side of an "or", of which PostgreSQL reads the index for each
-- pattern once. Of two arrays that both have to match it would read it for each pair of patterns.
create function contains_swapped(searched text, word text)
returns boolean language sql immutable parallel safe
return case
  when count_letters(word) between 3 and 8
  then searched like search_pattern(word) or searched like any(search_swaps(word))
  else contains_word(searched, word)
end;
comment on function contains_swapped is
  'Whether folded text contains a word, or one of at most 8 letters with two neighboring ones swapped.';

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
comment on function word_pieces is
  'LIKE patterns of folded text that contains a piece of the word. A small typing error leaves a piece intact, and a trigram index finds each of them.';

create function contains_piece(searched text, word text)
returns boolean language sql immutable parallel safe
return case
  when count_letters(word) < 3 then contains_word(searched, word)
  else searched like search_pattern(word) or searched like any(word_pieces(word))
end;
comment on function contains_piece is
  'Whether folded text contains a piece of a word, without which it is not misspelled there.';

create function contains_misspelled(searched text, word text)
returns boolean language sql immutable parallel safe
return contains_swapped(searched, word) or (count_letters(word) >= 3
  and contains_piece(searched, word) and word_similarity(folded_for_search(word), searched) >= 0.4);
comment on function contains_misspelled is
  'Whether folded text contains a word, or one that differs by a small typing error: two neighboring letters swapped, or a shared piece and 40 % of the trigrams. A word of less than three letters is never misspelled.';

create function media_key(url text) returns text
  language sql immutable parallel safe
  return split_part(split_part(split_part(url, '?', 1), '#', 1), '/', -1);
comment on function media_key is
  'The key of an uploaded file in its URL: the last part of the path. The last part of any other URL is the key of no file.';

create function instant_in_json(at timestamptz)
returns text language sql stable parallel safe
return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
comment on function instant_in_json is 'An instant as the API writes it, for JSON that PostgreSQL builds.';

create function count_revision() returns trigger language plpgsql as $$
    begin
      new.revision := old.revision + 1;
      return new;
    end
    $$;
