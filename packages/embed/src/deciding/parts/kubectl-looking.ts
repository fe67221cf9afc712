// A chunk of its own, for requests that are kubectl commands of this family.
import { kubectlReader, LOOKING } from '@authz-playground/engine'

export const read = kubectlReader(LOOKING)
