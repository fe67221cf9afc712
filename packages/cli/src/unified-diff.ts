import { createTwoFilesPatch } from 'diff'

/** The difference of two policies as `patch` and `git apply` take it. */
export function unifiedDiff(before: string, after: string): string {
  return createTwoFilesPatch('policy.yaml', 'policy.yaml', before, after, 'before', 'after')
}
