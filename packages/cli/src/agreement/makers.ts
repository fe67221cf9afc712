import { OF_ACCESS } from './access-makers.ts'
import type { Fact } from './fact.ts'
import { fix } from './fix-maker.ts'
import { OF_ACCESS_AS, OF_IDENTITY } from './impersonation-makers.ts'
import { OF_LINT } from './lint-makers.ts'
import type { Maker } from './maker.ts'

/** What every command says of each kind of fact, beside `run`. */
export const MAKERS: Readonly<Record<Fact['kind'], readonly Maker[]>> = {
  access: [...OF_ACCESS, fix, ...OF_LINT],
  'access-as': [...OF_ACCESS_AS, fix, ...OF_LINT],
  identity: [...OF_IDENTITY, ...OF_LINT],
}
