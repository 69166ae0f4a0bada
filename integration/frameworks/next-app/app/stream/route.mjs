export const dynamic = 'force-dynamic';

export const GET = () => fetch(`${process.env.PROOF_BACKEND}/stream`);
