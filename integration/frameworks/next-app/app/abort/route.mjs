export const dynamic = 'force-dynamic';

export const GET = (request) => fetch(`${process.env.PROOF_BACKEND}/hang`, { signal: request.signal });
