import { DESIGNS } from '../designs/index.ts'
import { attributesOf, type ReadRequest, type RequestText } from '../http/index.ts'
import { CLOSE_READING, POLICY_ADVICE } from '../policy/index.ts'
import { type Decider, deciderOver } from './decide.ts'

/** Makes a decider over every design. `read` is `readRequest`, or what knows fewer forms of requests. */
export function decider(read: (request: RequestText) => ReadRequest): Decider {
  return deciderOver(
    (id) => DESIGNS.find((design) => design.id === id),
    read,
    attributesOf,
    () => CLOSE_READING,
    POLICY_ADVICE,
  )
}
