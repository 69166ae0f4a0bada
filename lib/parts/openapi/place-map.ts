/**
 * How a field of several values is written.
 *
 * - `'csv'`: `a,b`; the members of an object as `a,1,b,2`.
 * - `'ssv'`: the same with spaces between.
 * - `'pipes'`: the same with `|` between.
 * - `'deep'`: `field[a]=1`, and `field[]=1` for each element of a list.
 * - `'spread'`: each member of an object under its own name; of a header `a=1,b=2`.
 * - `'json'`: as JSON.
 */
export type PlaceStyle = 'csv' | 'ssv' | 'pipes' | 'deep' | 'spread' | 'json';

/**
 * Where a field goes.
 *
 * - `'path'`: in the path.
 * - `'query'`: in the query, a list by repeating the name.
 * - `'header'`: a header; a list is `a,b`.
 * - `'cookie'`: one of the `Cookie` header's.
 * - `'body'`: the body as JSON, a text too; a `Blob`, a form and what else is a body by itself as it is.
 * - `'raw'`: the body as it is, a text without quotes.
 * - `'form'`: the body, urlencoded: an object by its members, or a `URLSearchParams`.
 * - `'multipart'`: the body, multipart: an object by its members, or a `FormData`.
 */
export type PlaceTarget = 'path' | 'query' | 'header' | 'cookie' | 'body' | 'raw' | 'form' | 'multipart';

/** Where a field goes; a style alone is in the path where the path names the field, else in the query. */
export type PlaceWord = Exclude<PlaceTarget, 'path'> | PlaceStyle;

/** A member of a form whose style alone doesn't say enough. */
export interface PlaceMember {
  /** How its values are written. Default: a list repeats the name, an object is JSON. */
  readonly style?: PlaceStyle | undefined;
  /**
   * In a multipart body: the content type of its parts, `image/png`, or those that it may have, `image/png, image/*`. A
   * file keeps its own where that is among them, and else gets the first that isn't a range. Under a JSON type a text is
   * JSON too. A text of any type but `text/plain` is sent as a file called `blob`, as a form gives a type to files only.
   * Default: that of the file; JSON for an object, and none for a text.
   */
  readonly type?: string | undefined;
}

/** A field whose word alone doesn't say enough. */
export interface PlaceEntry {
  /** Where the field goes, or its style. */
  readonly in: PlaceTarget | PlaceStyle;
  /** What it is called there. Default: the field's name. */
  readonly name?: string | undefined;
  /** How several values are written, where `in` is a place. Default: as that place has it. */
  readonly style?: PlaceStyle | undefined;
  /**
   * Under `'form'` and `'multipart'`: the style of members, or more, by name. Default: a list repeats the name, an object
   * is JSON; in a multipart body a part of type `application/json`.
   */
  readonly members?: Readonly<Record<string, PlaceStyle | PlaceMember>> | undefined;
}

/** Where the fields of the params go, by their names. Fields without an entry fill the path, else the query. */
export type PlaceMap = Readonly<Record<string, PlaceWord | PlaceEntry>>;
