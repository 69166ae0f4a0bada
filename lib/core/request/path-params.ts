/** Written out, which costs nothing: to take them from a text would cost a program as much as two endpoints do. */
type Letter =
  | ('a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm')
  | ('n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z');

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';

/** A character that a token's name may have. */
type NameCharacter = Letter | Uppercase<Letter> | Digit | '_';

/** The leading name characters of a text: `id` of `id.json`. */
type LeadingName<
  TText extends string,
  TName extends string = '',
> = TText extends `${infer TFirst}${infer TRest}`
  ? TFirst extends NameCharacter
    ? LeadingName<TRest, `${TName}${TFirst}`>
    : TName
  : TName;

/** The tokens of a path without its query: only a colon right after a slash, so at a segment's start, makes one. */
type TokensOf<TPath extends string> = TPath extends `${string}/:${infer TText}`
  ? Exclude<LeadingName<TText>, ''> | TokensOf<TText>
  : never;

/** A path without its query. */
type RouteOf<TPath extends string> = TPath extends `${infer TRoute}?${string}` ? TRoute : TPath;

/** The names that stand in braces: any without braces, slashes and quotes. */
type NamesInBraces<TPath extends string> = TPath extends `${string}{${infer TText}`
  ? TText extends `${infer TName}}${infer TRest}`
    ? TName extends '' | `${string}${'{' | '/' | '"'}${string}`
      ? NamesInBraces<TText>
      : TName | NamesInBraces<TRest>
    : never
  : never;

/** The names in a path without its query: those in braces, else those behind colons. */
type NamesOf<TRoute extends string> = [NamesInBraces<TRoute>] extends [never]
  ? TokensOf<`/${TRoute}`>
  : NamesInBraces<TRoute>;

/** A path whose query has to be cut off, or which may have params in braces. */
type MarkedPath = `${string}?${string}` | `${string}{${string}`;

/** The names of the path params of a path literal; never for none. */
export type PathTokens<TPath extends string> = TPath extends MarkedPath
  ? NamesOf<RouteOf<TPath>>
  : TokensOf<`/${TPath}`>;

/** A path that may have params. These unions are types of their own: in their places they would cost more at each path. */
type ParametricPath = `${string}:${string}` | `${string}{${string}`;

/**
 * The params of a call: those of the path, required, and those that the user declared. A name in both has the
 * intersection of both types. A path, or a part of one, that isn't known at compile time adds none.
 *
 * Paths without a colon or a brace are told apart first: one look instead of a search.
 */
export type CallParams<TPath extends string, TParams> = TPath extends ParametricPath
  ? WithTokens<PathTokens<TPath>, TPath, TParams>
  : WithoutTokens<TPath, TParams>;

/** True when no param is declared: `{}` or `Record<string, never>`. Asked of each type of a union. */
type HasNone<TParams> = TParams extends Record<string, never> ? true : false;

// The mapped types stand here without a name of their own: an editor would show the name in place of the members.

/** The values of the tokens. A param that the user declared may have any type that a path takes. */
type TokenValues<TTokens extends string, TParams> = {
  [K in TTokens]: K extends keyof TParams ? string | number | bigint | boolean : string | number;
};

/** The params of a path with these tokens. */
type WithTokens<TTokens extends string, TPath extends string, TParams> = [TTokens] extends [never]
  ? WithoutTokens<TPath, TParams>
  : HasNone<TParams> extends true
    ? { [K in TTokens]: string | number }
    : TParams extends unknown
      ? {
          [K in keyof (TokenValues<TTokens, TParams> & TParams)]: (TokenValues<TTokens, TParams> &
            TParams)[K];
        }
      : never;

/** The params of a path without tokens. */
type WithoutTokens<TPath extends string, TParams> =
  HasNone<TParams> extends true ? NoneDeclared<TPath> : TParams;

/**
 * The params where neither the path nor the user names one: none, or any for a path that isn't known at compile time. A
 * type with a hole in it (`string`, `/v1/${string}`) is the key of an index signature, which `{}` fulfils.
 */
type NoneDeclared<TPath extends string> =
  {} extends Record<TPath, true> ? Record<string, unknown> : Record<string, never>;

/** Few paths have any of these. A type of its own: in its place it would cost more at each path. */
type OddPath = `${string}#${string}` | `${string}?${string}:${string}` | `${string}?${string}{${string}`;

/**
 * What a path literal must not have: a `#`, or a colon or a brace behind a `?`. Each shows up as a missing property that
 * says so. One type for all: a second, for the odd paths alone, would be made for every path.
 */
export type PathCheck<TPath extends string> = TPath extends OddPath
  ? TPath extends `${string}#${string}`
    ? {
        readonly __fragmentInPath: 'A fragment is never sent: take the "#" out, or write %23 for the character.';
      }
    : [NamesInBraces<QueryOf<TPath>> | ColonsOf<TPath>] extends [never]
      ? unknown
      : {
          readonly __queryTokenInPath: 'A :name or {name} in the query is never filled: declare it in the second type argument.';
        }
  : unknown;

/** The names behind colons in the query; where the path has its params in braces, colons are text. */
type ColonsOf<TPath extends string> = [NamesInBraces<RouteOf<TPath>>] extends [never]
  ? QueryTokensOf<QueryOf<TPath>>
  : never;

/** The query of a path, from its question mark on. */
type QueryOf<TPath extends string> = TPath extends `${string}?${infer TQuery}` ? `?${TQuery}` : never;

/** The names that stand in a query as if they were filled there. */
type QueryTokensOf<TQuery extends string> = TQuery extends `${string}${'?' | '&' | '='}:${infer TText}`
  ? Exclude<LeadingName<TText>, ''> | QueryTokensOf<TText>
  : never;
