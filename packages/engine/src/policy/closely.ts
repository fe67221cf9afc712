import type { ExplainSyntax } from '../yaml/index.ts'
import type { Closely, CloseReading } from './close-reading.ts'

/** What gives the close reading, for who reads: there is but one, `CLOSE_READING`. */
export function closelyBy(given: () => CloseReading): () => Closely {
  return given as () => Closely
}

/** Explains mistakes of syntax by the close reading, which is asked for with the first of them. */
export function explainBy(given: () => CloseReading): ExplainSyntax {
  const closely = closelyBy(given)
  return (...mistake) => closely().explain(...mistake)
}
