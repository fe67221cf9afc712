import type { LabelSelector } from '../kube/index.ts'

/** Whether labels satisfy every requirement of a selector; an empty selector matches everything (Go: `metav1.LabelSelectorAsSelector`). */
export function selectorMatches(selector: LabelSelector, labels: ReadonlyMap<string, string>): boolean {
  for (const [key, value] of selector.matchLabels) if (labels.get(key) !== value) return false
  return selector.matchExpressions.every(({ key, operator, values }) => {
    const value = labels.get(key)
    switch (operator) {
      case 'In':
        return value !== undefined && values.includes(value)
      case 'NotIn':
        return value === undefined || !values.includes(value)
      case 'Exists':
        return value !== undefined
      case 'DoesNotExist':
        return value === undefined
    }
  })
}
