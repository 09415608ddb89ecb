import type { Knex } from 'knex';

/**
 * Searches ignore accents, and find names that are written together. The columns of the previous version keep their
 * names and types, so it searches on beside this one during a deployment; it finds words with accents
 * again once it is replaced. Each table is rewritten: 5 s for 100,000 users.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    -- Trusted, as pg_trgm: the owner of the database may create it.
    create extension if not exists unaccent;

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
    comment on function folded_for_search is 'Text without accents, case and typographic variants. Indexes store what it returns, so a change of it must rebuild them.';

    create function name_for_search(name text)
    returns text language sql immutable parallel safe
    return case
      when octet_length(name) > char_length(name) and name ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\U00020000-\U000323af]'
      then regexp_replace(name, '^\s*(\S+)\s+(\S.*)$', '\1 \2 \1\2 \2\1')
      else name
    end;
    comment on function name_for_search is 'A name, and in scripts without spaces also its two parts written together in either order.';

    create function search_pattern(word text)
    returns text language sql immutable parallel safe
    return '%' || regexp_replace(folded_for_search(word), '[\\%_]', '\\\&', 'g') || '%';
    comment on function search_pattern is 'A LIKE pattern for folded text that contains the word literally.';

    create function search_prefix(word text)
    returns tsquery language sql immutable parallel safe
    return to_tsquery('simple'::regconfig,
      '''' || regexp_replace(folded_for_search(word), '[''\\]', '\&\&', 'g') || ''':*');
    comment on function search_prefix is 'Matches words that begin with this one. The quotes keep its characters from being parsed as operators.';

    create function search_swaps(word text)
    returns text[] language sql immutable parallel safe
    return array(
      select search_pattern(
          left(word, i - 1) || substr(word, i + 1, 1) || substr(word, i, 1) || substr(word, i + 2))
        from generate_series(1, least(length(word) - 1, 20)) i);
    comment on function search_swaps is 'Patterns of a word with two neighboring characters swapped. A swap leaves a short word too few trigrams to be similar.';

    create function contains_similar(searched text, word text)
    returns boolean language sql stable parallel safe
    return searched like search_pattern(word) or searched like any(search_swaps(word))
      or searched %> folded_for_search(word);
    comment on function contains_similar is 'Whether folded text contains a word, or one that differs by a small typing error. The setting pg_trgm.word_similarity_threshold limits the difference.';

    alter table users drop column search_text;
    alter table users add column search_text text not null generated always as (
      folded_for_search(
        name_for_search(coalesce(own_first_name, messenger_first_name)
          || ' ' || coalesce(own_last_name, messenger_last_name, ''))
        || ' ' || coalesce(company, ''))) stored;
    create index users_search_idx on users using gin (search_text gin_trgm_ops) where is_listed;
    -- GET /admin/users?q= and the administrators' lists of attendees
    create index users_admin_search_idx on users
      using gin ((search_text || ' @' || lower(coalesce(username, ''))) gin_trgm_ops);

    alter table events drop column search_text;
    alter table events add column search_text text not null generated always as (
      folded_for_search(
        title || ' ' || coalesce(venue_name, '') || ' ' || coalesce(organizer, ''))) stored;
    create index events_search_idx on events using gin (search_text gin_trgm_ops);

    alter table conferences add column search_text text not null generated always as (
      folded_for_search(name || ' ' || coalesce(city, '') || ' ' || coalesce(venue, ''))) stored;
    create index conferences_search_idx on conferences using gin (search_text gin_trgm_ops);

    alter table speakers drop column search;
    alter table speakers
      add column search tsvector not null generated always as (
        setweight(to_tsvector('simple', folded_for_search(name_for_search(name))), 'A')
        || setweight(to_tsvector('simple',
             folded_for_search(coalesce(title, '') || ' ' || coalesce(company, ''))), 'B')
        || setweight(to_tsvector('simple', folded_for_search(coalesce(bio, ''))), 'C')) stored,
      add column search_text text not null generated always as (
        folded_for_search(name_for_search(name)
          || ' ' || coalesce(title, '') || ' ' || coalesce(company, ''))) stored;
    create index speakers_search_idx on speakers using gin (search);
    create index speakers_search_text_idx on speakers using gin (search_text gin_trgm_ops);

    alter table agenda_items drop column search;
    alter table agenda_items
      add column search tsvector not null generated always as (
        setweight(to_tsvector('simple', folded_for_search(title)), 'A')
        || setweight(to_tsvector('simple',
             folded_for_search(coalesce(track, '') || ' ' || coalesce(room, ''))), 'B')
        || setweight(to_tsvector('simple', folded_for_search(coalesce(description, ''))), 'C')) stored,
      add column search_text text not null generated always as (
        folded_for_search(title || ' ' || coalesce(track, '') || ' ' || coalesce(room, ''))) stored;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table agenda_items drop column search_text, drop column search;
    alter table agenda_items add column search tsvector not null generated always as (
      setweight(to_tsvector('simple', title), 'A')
      || setweight(to_tsvector('simple', coalesce(track, '') || ' ' || coalesce(room, '')), 'B')
      || setweight(to_tsvector('simple', coalesce(description, '')), 'C')) stored;

    alter table speakers drop column search_text, drop column search;
    alter table speakers add column search tsvector not null generated always as (
      setweight(to_tsvector('simple', name), 'A')
      || setweight(to_tsvector('simple', coalesce(title, '') || ' ' || coalesce(company, '')), 'B')
      || setweight(to_tsvector('simple', coalesce(bio, '')), 'C')) stored;
    create index speakers_search_idx on speakers using gin (search);

    alter table conferences drop column search_text;

    alter table events drop column search_text;
    alter table events add column search_text text not null generated always as (
      title || ' ' || coalesce(venue_name, '') || ' ' || coalesce(organizer, '')) stored;
    create index events_search_idx on events using gin (search_text gin_trgm_ops);

    alter table users drop column search_text;
    alter table users add column search_text text not null generated always as (
      coalesce(own_first_name, messenger_first_name)
      || ' ' || coalesce(own_last_name, messenger_last_name, '') || ' ' || coalesce(company, '')) stored;
    create index users_search_idx on users using gin (search_text gin_trgm_ops) where is_listed;

    drop function contains_similar(text, text);
    drop function search_swaps(text);
    drop function search_prefix(text);
    drop function search_pattern(text);
    drop function name_for_search(text);
    drop function folded_for_search(text);
    drop extension unaccent;
  `);
}
