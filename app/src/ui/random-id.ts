/** An id that no other has. `crypto.randomUUID` is missing on pages over plain HTTP, as in a room without a network. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
