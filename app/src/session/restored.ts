import { restore } from './storage.ts'

/**
 * The session of the last visit. The page waits for it, at the top level of this module. So nothing that this module imports
 * may load a part later: such a part imports the chunk that waits here, and each would wait for the other.
 */
export const restored = await restore()
