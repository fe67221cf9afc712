// A chunk of its own, for requests that are kubectl commands of this family.
import { CREATING, kubectlReader } from '@authz-playground/engine'

export const read = kubectlReader(CREATING)
