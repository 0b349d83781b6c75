/**
 * A form of sentences that readers have to read twice. A strong rule alone makes a finding; two weak rules together
 * make one.
 */
interface ProseRule {
  readonly name: string;
  readonly isStrong: boolean;
  readonly shape: RegExp;
  /** A form that excuses the sentence. */
  readonly unless?: RegExp;
}

/** A comment block or a test name. */
export interface Prose {
  readonly kind: 'comment' | 'test';
  /** The first line of the text, counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** Words that begin a noun clause in place of a noun. */
const CLAUSE = 'What|Whatever|Who|Whoever|Whom|Whose|Which|Whichever|Those|Such';
/** Participles that usually hide their actor. */
const PARTICIPLE =
  'told|wanted|said|heard|asked|meant|waited|looked|gone|thought|begun|come|had|given|taken|thrown|kept|held|let|put|left|called|spoken|told of';
const NEGATION = "no|not|none|nothing|nobody|never|neither|nor|without|unlike|cannot|isn't|doesn't|can't";

const strong = (name: string, shape: RegExp, unless?: RegExp): ProseRule => rule(name, true, shape, unless);
const weak = (name: string, shape: RegExp): ProseRule => rule(name, false, shape);

function rule(name: string, isStrong: boolean, shape: RegExp, unless?: RegExp): ProseRule {
  return unless === undefined ? { name, isStrong, shape } : { name, isStrong, shape, unless };
}

const RULES: readonly ProseRule[] = [
  strong('clause in place of a noun', new RegExp(`^(?:${CLAUSE})\\b(?!.*\\?$)`)),
  weak('clause inside', /[,;:] (?:and )?(?:what|whoever|whatever|who|whichever)\b(?! if\b)/i),
  strong(
    'what became',
    /\bwhat (?:else|more|little|comes?|came|becomes?|became|goes|stands?|lies|waits?|remains?|is not|are not|is no|is none|has no|it is not|there (?:is|was))\b/i,
  ),
  weak('whoever', /(?<!^)\b(?:whoever|whatever|whichever)\b/i),
  weak('one that', /\b(?:one|ones|another one|some|any|all|none) (?:that|who|which|of (?:which|those|them))\b/i),
  strong(
    'those that',
    /\b(?:those|that) (?:that|of|who|which|in|for|from|beside|behind|before|with)\b(?<!\bso that of)/i,
    /\b(?:all|each|like) those (?:of|in)\b/i,
  ),
  weak('of which', /\b(?:of|by|for|in|to|on|at|from) (?:which|whose|whom)\b/i),
  weak(
    'hidden actor',
    new RegExp(`\\b(?:is|are|was|were|be|been|being) (?:${PARTICIPLE})\\b(?! (?:by|in the|to the|from the)\\b)`, 'i'),
  ),
  weak(
    'participle in place of a sentence',
    new RegExp(
      `^(?:${PARTICIPLE}|made|done|seen|shown|known|counted) (?:by|of|for|when|where|as|to|in|anew|so|with)\\b`,
      'i',
    ),
  ),
  strong(
    'is none',
    /\b(?:is|are|was|were|be) (?:none|no (?:such |longer )?(?!more\b|error\b|longer\b|problem\b|limit\b)[a-z]+)\b|\bnone of (?:a|an|its|the)\b/i,
    /\b(?:if|when|where|while) there (?:is|are|was) none\b/i,
  ),
  strong(
    'double negation',
    new RegExp(`\\b(?:${NEGATION})\\b[^.;:]{0,60}\\b(?:${NEGATION}|lacks?)\\b`, 'i'),
    /\bneither\b.*\bnor\b/i,
  ),
  strong(
    'fragment with a preposition',
    /^(?:Of|By|To|Behind|Beside|Beyond|Instead of|As one|As many|As much|As a|So many|So much|So few|Less|Fewer|More)\b(?!.*\b(?:must|should|because|see)\b)/,
  ),
  weak(
    'no verb',
    /^(?:For|In|With|At|Until|Before|After|Within|Without|From|Under|Over|Not|Only|Also|Alone|Again|Else|Then|There)\b[^,]{0,40}\.?$/,
  ),
  strong(
    'inverted',
    /, (?:no|nothing|none|never) [a-z]+ (?:has|is|does|can)\.?$|^(?:More|Less|Fewer)\b.*\b(?:no|nothing|nobody)\b/i,
  ),
  weak(
    'dangling end',
    /\b(?:then|there|too|so|such|anew|in between|beneath it|beside it|by itself|by themselves|of it|of them)\.?$/i,
  ),
  strong(
    'all else',
    /\b(?:all else|anything else|what else|much else|for its sake|of its like|its like|all the same|as such|such as it is|that of it|whole where|at that)\b/i,
  ),
  weak(
    'retired word',
    /\b(?:settles?|stretch(?:es)?|at leisure|hasty|wish(?:es)?|glimpses?|veils?|peeks?|workshop|nudges?|mends?|whereabouts|doings?|depot|desk|shelf|statements?|wordings?|tally|tellers?)\b/i,
  ),
];

/** Rules for test names only: a name is a sentence in the present tense about one behavior. */
const NAME_RULES: readonly ProseRule[] = [
  strong('fragment', /^(?:that|which|those|of|by|what|whatever|who|whoever|whose|ones?|another|such|as|to|from|on)\b/i),
  strong('hidden actor', new RegExp(`\\b(?:is|are|was|were|be|been) (?:${PARTICIPLE})\\b`, 'i')),
  weak('more than 14 words', /^(?:\S+\s+){14}/),
  strong('dangling end', /\b(?:as|of|for|to|with|on|has none|have none)(?:: %\w)?$/i),
];

/** Returns the names of the rules that a text violates; an empty list for a text that reads well. */
export function brokenRules({ kind, text }: Pick<Prose, 'kind' | 'text'>): readonly string[] {
  const sentences = text
    .replace(/`[^`]*`/g, 'CODE')
    .replace(/\{@\w+[^}]*\}/g, 'CODE')
    .replace(/@\w+( \{[^}]*\})?( [\w.[\]]+)?/g, '')
    .split(/(?<=[.;:!?])\s+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
  const rules = kind === 'test' ? [...RULES, ...NAME_RULES] : RULES;
  const broken = rules.filter(({ shape, unless }) =>
    sentences.some((sentence) => shape.test(sentence) && unless?.test(sentence) !== true),
  );
  const counts = broken.some(({ isStrong }) => isStrong) || broken.length >= 2;
  return counts ? broken.map(({ name }) => name) : [];
}
