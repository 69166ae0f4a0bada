/** A character that a token's name may have. */
type NameCharacter =
  | 'a'
  | 'b'
  | 'c'
  | 'd'
  | 'e'
  | 'f'
  | 'g'
  | 'h'
  | 'i'
  | 'j'
  | 'k'
  | 'l'
  | 'm'
  | 'n'
  | 'o'
  | 'p'
  | 'q'
  | 'r'
  | 's'
  | 't'
  | 'u'
  | 'v'
  | 'w'
  | 'x'
  | 'y'
  | 'z'
  | 'A'
  | 'B'
  | 'C'
  | 'D'
  | 'E'
  | 'F'
  | 'G'
  | 'H'
  | 'I'
  | 'J'
  | 'K'
  | 'L'
  | 'M'
  | 'N'
  | 'O'
  | 'P'
  | 'Q'
  | 'R'
  | 'S'
  | 'T'
  | 'U'
  | 'V'
  | 'W'
  | 'X'
  | 'Y'
  | 'Z'
  | '0'
  | '1'
  | '2'
  | '3'
  | '4'
  | '5'
  | '6'
  | '7'
  | '8'
  | '9'
  | '_';

/** The leading name characters of a text: `id` of `id.json`. */
type LeadingName<
  TText extends string,
  TName extends string = '',
> = TText extends `${infer TFirst}${infer TRest}`
  ? TFirst extends NameCharacter
    ? LeadingName<TRest, `${TName}${TFirst}`>
    : TName
  : TName;

/** The token of one segment, or never: only a colon that starts the segment makes one. */
type SegmentToken<TSegment extends string> = TSegment extends `:${infer TText}`
  ? Exclude<LeadingName<TText>, ''>
  : never;

/** The tokens of a path without its query. */
type TokensOf<
  TPath extends string,
  TTokens extends string = never,
> = TPath extends `${infer TSegment}/${infer TRest}`
  ? TokensOf<TRest, TTokens | SegmentToken<TSegment>>
  : TTokens | SegmentToken<TPath>;

/** The names of the path params of a path literal; never for none. */
export type PathTokens<TPath extends string> = TPath extends `${infer TRoute}?${string}`
  ? TokensOf<TRoute>
  : TokensOf<TPath>;

/** One object type out of several, so that an editor shows its members. */
type Flat<T> = { [K in keyof T]: T[K] };

/**
 * The params of a call: those of the path, required, and those that the user declared. A name in both has the
 * intersection of both types. A path that isn't known at compile time adds none.
 */
export type ParamsOf<TPath extends string, TParams> = [PathTokens<TPath>] extends [never]
  ? NoTokens<TPath, TParams>
  : Flat<Record<PathTokens<TPath>, string | number> & TParams>;

type NoTokens<TPath extends string, TParams> = [keyof TParams] extends [never]
  ? string extends TPath
    ? Record<string, unknown>
    : Record<string, never>
  : TParams;

/** What a path literal must not have; each shows up as a missing property that says so. */
export type PathCheck<TPath extends string> = TPath extends `${string}#${string}`
  ? {
      readonly __fragmentInPath: 'A fragment is never sent: take the "#" out, or write %23 for the character.';
    }
  : TPath extends `${string}?${infer TQuery}`
    ? QueryCheck<`&${TQuery}`>
    : unknown;

type QueryCheck<TQuery extends string> = TQuery extends `${string}${'?' | '&' | '='}:${infer TText}`
  ? [Exclude<LeadingName<TText>, ''>] extends [never]
    ? QueryCheck<TText>
    : {
        readonly __queryTokenInPath: 'A :name in the query is never filled: declare it in the second type argument.';
      }
  : unknown;
