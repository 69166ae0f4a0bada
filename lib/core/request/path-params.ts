/** Written out, which is free: inferring the letters from a string would cost as much as two endpoints. */
type Letter =
  | ('a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm')
  | ('n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z');

type DigitCharacter = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';

/** A character of a param name. */
type NameCharacter = Letter | Uppercase<Letter> | DigitCharacter | '_';

/** The leading name characters of a string: `id` in `id.json`. */
type LeadingName<
  TText extends string,
  TName extends string = '',
> = TText extends `${infer TFirst}${infer TRest}`
  ? TFirst extends NameCharacter
    ? LeadingName<TRest, `${TName}${TFirst}`>
    : TName
  : TName;

/** The params of a path without its query. Only a colon right after a slash, at a segment's start, starts a param. */
type TokensOf<TPath extends string> = TPath extends `${string}/:${infer TText}`
  ? Exclude<LeadingName<TText>, ''> | TokensOf<TText>
  : never;

/** A path without its query. */
type RouteOf<TPath extends string> = TPath extends `${infer TRoute}?${string}` ? TRoute : TPath;

/** The names in braces: any string without braces, slashes and quotes. */
type NamesInBraces<TPath extends string> = TPath extends `${string}{${infer TText}`
  ? TText extends `${infer TName}}${infer TRest}`
    ? TName extends '' | `${string}${'{' | '/' | '"'}${string}`
      ? NamesInBraces<TText>
      : TName | NamesInBraces<TRest>
    : never
  : never;

/** The names in a path without its query: in braces if there are any, else after colons. */
type NamesOf<TRoute extends string> = [NamesInBraces<TRoute>] extends [never]
  ? TokensOf<`/${TRoute}`>
  : NamesInBraces<TRoute>;

/** A path with a query, or possibly with params in braces. */
type MarkedPath = `${string}?${string}` | `${string}{${string}`;

/** The names of the path params of a path literal; never if it has none. */
export type PathTokens<TPath extends string> = TPath extends MarkedPath
  ? NamesOf<RouteOf<TPath>>
  : TokensOf<`/${TPath}`>;

/** A path that can have params. A named union costs less for each path than an inline one. */
type ParametricPath = `${string}:${string}` | `${string}{${string}`;

/**
 * The params of a call: the path params, which are required, and the declared ones. A name in both has the intersection
 * of both types. A path, or a part of one, that isn't known at compile time adds none.
 *
 * Paths without a colon or a brace are recognized first, with one check instead of a search.
 */
export type CallParams<TPath extends string, TParams> = TPath extends ParametricPath
  ? WithTokens<PathTokens<TPath>, TPath, TParams>
  : WithoutTokens<TPath, TParams>;

/** True if no param is declared: `{}` or `Record<string, never>`. Distributes over a union. */
type HasNone<TParams> = TParams extends Record<string, never> ? true : false;

// These mapped types are inline: an editor would show a type name instead of the members.

/** The values of the path params. A declared param can have any type that a path accepts. */
type TokenValues<TTokens extends string, TParams> = {
  [K in TTokens]: K extends keyof TParams ? string | number | bigint | boolean : string | number;
};

/** The params of a path with path params. */
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

/**
 * The params that an inline `placed(…)` receives. The compiler checks it before it knows the path, so every name that
 * isn't declared is one of the path.
 */
export type PlacedParams<TParams> =
  HasNone<TParams> extends true ? Record<string, string | number> : TParams & Record<string, string | number>;

/** The params of a path without path params. */
type WithoutTokens<TPath extends string, TParams> =
  HasNone<TParams> extends true ? NoneDeclared<TPath> : TParams;

/**
 * The params if neither the path nor the user declares one: none, or any for a path that isn't known at compile time. A
 * template type (`string`, `/v1/${string}`) becomes an index signature, which `{}` satisfies.
 */
type NoneDeclared<TPath extends string> =
  {} extends Record<TPath, true> ? Record<string, unknown> : Record<string, never>;

/** A path that needs further checks; few do. A named type costs less for each path than an inline one. */
type OddPath = `${string}#${string}` | `${string}?${string}:${string}` | `${string}?${string}{${string}`;

/**
 * Rejects a path literal with a `#`, or with a colon or brace after a `?`. Each appears as a missing property that
 * contains the message. One type for all, because a second one would be created for every path.
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

/** The names after colons in the query. If the path has its params in braces, colons are literal. */
type ColonsOf<TPath extends string> = [NamesInBraces<RouteOf<TPath>>] extends [never]
  ? QueryTokensOf<QueryOf<TPath>>
  : never;

/** The query of a path, with its question mark. */
type QueryOf<TPath extends string> = TPath extends `${string}?${infer TQuery}` ? `?${TQuery}` : never;

/** The names in a query that look like path params. */
type QueryTokensOf<TQuery extends string> = TQuery extends `${string}${'?' | '&' | '='}:${infer TText}`
  ? Exclude<LeadingName<TText>, ''> | QueryTokensOf<TText>
  : never;
