import type { Command } from '../command.ts'
import { COURSE_CHECK_FLAGS, courseCheckCommand } from './course-check.ts'
import { COURSE_GRADE_FLAGS, courseGradeCommand } from './course-grade.ts'
import { COURSE_LINK_FLAGS, courseLinkCommand } from './course-link.ts'

const COURSE = `COURSE is a file of YAML or JSON, - for standard input, a link to a course in quotes, or the id of a course that comes with
this program: rbac-from-nothing, constrained-impersonation, why-it-is-as-it-is.`

/** The commands about courses. */
export const COURSE_COMMANDS: readonly Command[] = [
  {
    name: 'course check',
    summary: 'check that each lesson of a course can be done as its author means it',
    usage: ['COURSE… [-o json]', 'COURSE --plays PLAYS.yaml'],
    text: `${COURSE}
In each lesson the start must leave a goal unmet and the solution must meet all; every goal and condition must be understood, and
Markdown must be shown as it is meant: HTML, images, dead links are found. With --plays each mistake of a learner must leave a goal
unmet and make the right hint speak, and each other solution must pass.
Exit status: 0 when nothing is found; 1 when something is; 2 when anything is not understood.`,
    flags: COURSE_CHECK_FLAGS,
    examples: ['courses/*.yaml', 'course.yaml --plays plays.yaml', 'rbac-from-nothing'],
    run: courseCheckCommand,
  },
  {
    name: 'course grade',
    summary: 'grade what learners handed in, by the goals of the teacher’s course',
    usage: ['COURSE HAND… [--explain] [-o FORM]'],
    text: `${COURSE}
HAND is a file that the page saved, a folder of such files, a link to a hand-in, or any text with links in it: a chat, a table,
e-mails; - is standard input. Every policy and request is decided anew by the goals of COURSE; nothing else that was handed in
counts, and nothing of it is run. The table says of each hand-in which lessons are solved, and whether it is of another course
or edition, was changed after the page wrote it, or cannot be read. csv has a row for each hand-in and lesson; html is one file.
Exit status: 0 when all were graded, whatever their results; 2 when any could not be read, or the course has errors.`,
    flags: COURSE_GRADE_FLAGS,
    examples: [
      'course.yaml handed-in/',
      'rbac-from-nothing chat.txt --explain',
      "course.yaml 'https://example.org/playground/#h1/…' -o json",
      'course.yaml handed-in/ mails.mbox -o html > grades.html',
    ],
    run: courseGradeCommand,
  },
  {
    name: 'course link',
    summary: 'print a link that holds a whole course',
    usage: ['COURSE --base URL [--lesson ID]'],
    text: `${COURSE}
The course is in the hash, which is not sent to a server; the link of a course that comes with the playground has its id.
Exit status: 0 when the link was printed; 2 when the course cannot be read.`,
    flags: COURSE_LINK_FLAGS,
    examples: [
      'course.yaml --base https://example.org/playground/',
      'course.yaml --base https://example.org/ --lesson first-role',
    ],
    run: courseLinkCommand,
  },
]
