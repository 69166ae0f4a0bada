/** What the command line may be. */
export const USAGE = `usage: homing openapi <file or URL> -o <file> [options]

Makes a client of an OpenAPI document: endpoints for createApi, and their types.

  -o, --output <file>  where the client is written to; - for stdout
      --check          writes nothing; says what would change, and exits with 1 if anything would
      --strict         a warning is an error
      --offline        refuses a document or a $ref that would have to be fetched
      --no-docs        without doc comments
      --int64 <type>   what an integer of 64 bits is: number (default) or string
`;

/** The command line is none of those that USAGE names. */
export class UsageError extends Error {}
