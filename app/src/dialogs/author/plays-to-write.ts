/** A text of mistakes to begin with: one for each lesson, for the author to change. */
export function playsToWrite(lessons: readonly string[]): string {
  const head = '# How learners get the lessons wrong, and other ways to get them right.\nversion: 1\n'
  if (lessons.length === 0) return `${head}lessons: {}\n`
  const each = lessons.map(
    (id) => `  ${id}:
    mistakes:
    - does: Leaves the policy empty
      # Or parts of the solution and what learners write instead: edit: [{from: "[get, list]", to: "[get]"}]
      policy: ""
      # A part of the hint that speaks to it:
      hint: ""
`,
  )
  return `${head}lessons:\n${each.join('')}`
}
