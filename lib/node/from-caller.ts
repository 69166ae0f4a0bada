interface StackCapturer {
  captureStackTrace?: (error: object) => void;
}

/**
 * Where a fetch fails, the platform's code is on the stack and no caller. Taken anew while the caller's `await` is
 * being answered, the stack names who awaits.
 */
export function fromCaller<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof TypeError && error.message === 'fetch failed') {
      (Error as StackCapturer).captureStackTrace?.(error);
    }
    throw error;
  });
}
