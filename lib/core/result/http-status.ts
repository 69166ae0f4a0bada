/** Statuses of an answer with data: the registered ones. */
export type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;

/** Statuses of redirects, as they come home where fetch follows none. */
type RedirectStatus = 300 | 301 | 302 | 303 | 304 | 305 | 306 | 307 | 308;

/** Registered; then what frameworks, proxies and large services answer beside these. */
type ClientErrorStatus =
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416)
  | (417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451)
  | (419 | 420 | 430 | 440 | 444 | 449 | 450 | 460 | 463 | 464 | 494 | 495 | 496 | 497 | 498 | 499);

/** Registered; then what proxies and hosts answer beside these. */
type ServerErrorStatus =
  | (500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511)
  | (509 | 520 | 521 | 522 | 523 | 524 | 525 | 526 | 527 | 529 | 530 | 540 | 561 | 598 | 599);

/** The statuses of each range. */
export interface StatusRanges {
  readonly '3XX': RedirectStatus;
  readonly '4XX': ClientErrorStatus;
  readonly '5XX': ServerErrorStatus;
}

/** The statuses that an `'http'` error may have: the registered ones, and unofficial ones that are common. */
export type ErrorStatus = StatusRanges[keyof StatusRanges];
