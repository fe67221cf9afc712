import { createTwoFilesPatch } from 'diff'

/** The difference of two policies as `patch` and `git apply` take it. */
export function unifiedDiff(before: string, after: string, name = 'policy.yaml'): string {
  return createTwoFilesPatch(name, name, before, after, 'before', 'after')
}
