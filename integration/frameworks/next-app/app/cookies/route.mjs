export const dynamic = 'force-dynamic';

export const GET = (request) =>
  fetch(`${process.env.PROOF_BACKEND}/cookies`, {
    headers: {
      cookie: request.headers.get('cookie'),
      'x-request-id': request.headers.get('x-request-id'),
    },
  });
