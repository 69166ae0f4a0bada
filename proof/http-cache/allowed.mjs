export const GOALS = { private: { required: 132, optimal: 64 }, shared: { required: 143, optimal: 84 } };
export const ALLOWED = { private: {}, shared: {} };
