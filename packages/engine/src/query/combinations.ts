import type { Rule } from '../kube/index.ts'
import { BeyondLimit } from '../text/index.ts'

/** The most combinations of group, resource, verb and name that one list of rules is written out to. This takes about a second. */
const MOST = 1_000_000

/** Counts the combinations of rules that are written out, and throws `BeyondLimit` past the limit. */
export class Combinations {
  #left = MOST

  spend({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Rule): void {
    const ofResources = apiGroups.length * resources.length * Math.max(resourceNames.length, 1)
    this.#left -= verbs.length * Math.max(ofResources, nonResourceURLs.length)
    if (this.#left >= 0) return
    const most = MOST.toLocaleString('en')
    throw new BeyondLimit({
      message: `The rules of this user have more than ${most} combinations of group, resource, verb and name.`,
      fix: 'Use wildcards, or let fewer rules apply to the user.',
    })
  }
}
