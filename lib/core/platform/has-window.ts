/** Whether this is a browser or React Native, and no server. Asked at each use: tests and servers may define it late. */
export const hasWindow = (): boolean => (globalThis as { window?: unknown }).window !== undefined;
