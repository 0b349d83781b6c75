/** The elements that the SVG renderer supports, and elements that never draw anything. */
export const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'a circle clipPath defs ellipse feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix ' +
    'feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR ' +
    'feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile ' +
    'feTurbulence filter g image line linearGradient marker mask path pattern polygon polyline radialGradient rect stop ' +
    'style svg switch symbol text textPath tref tspan use title desc metadata view'
  ).split(' '),
);

/** Obsolete elements that neither browsers nor the SVG renderer draw. */
export const NOT_DRAWN_ANYWHERE: ReadonlySet<string> = new Set(
  (
    'altGlyphDef altGlyphItem animateColor color-profile cursor definition-src discard font font-face font-face-format ' +
    'font-face-name font-face-src font-face-uri glyph glyphRef handler hkern listener missing-glyph prefetch vkern'
  ).split(' '),
);

const WIDE = 'inherit|initial';
const only = (values: string) => new RegExp(`^(?:${values}|${WIDE})$`, 'i');

/**
 * Patterns of the values that the SVG renderer draws in the same way as browsers. It ignores or misinterprets all other
 * values of these properties.
 */
export const DRAWN_VALUES: Readonly<Record<string, RegExp>> = {
  animation: /^none\b/,
  'animation-name': /^none$/,
  'backdrop-filter': /^none$/,
  clip: /^auto$/,
  'color-interpolation': /^(?:auto|sRGB)$/i,
  direction: only('ltr'),
  'font-feature-settings': /^normal$/,
  'font-size-adjust': only('none'),
  'font-size': /^(?!(?:x{0,3}-|)(?:small|large)$|medium$)/i,
  'font-variant': only('normal|small-caps'),
  'font-variant-alternates': only('normal'),
  'font-variant-caps': only('normal'),
  'font-variant-east-asian': only('normal'),
  'font-variant-ligatures': only('normal'),
  'font-variant-numeric': /^normal$/,
  'font-variant-position': only('normal'),
  'font-weight': /^(?!lighter$)/i,
  'inline-size': /^(?:auto|0)$/,
  'mask-composite': only('add'),
  'mask-image': /^none$/,
  'mask-mode': only('match-source'),
  'mix-blend-mode': only(
    'normal|multiply|screen|overlay|darken|lighten|color-dodge|color-burn|hard-light|soft-light|difference|exclusion|' +
      'hue|saturation|color|luminosity',
  ),
  offset: /^[\d.]+%?$/,
  'offset-path': /^none$/,
  'shape-inside': /^auto$/,
  'text-decoration': /^(?:(?:none|underline|overline|line-through|blink|solid|auto|inherit|initial)(?:\s+|$))+$/i,
  'text-decoration-color': only('currentcolor'),
  'text-decoration-style': only('solid'),
  'text-decoration-thickness': only('auto|from-font'),
  'text-orientation': /^mixed$/,
  'text-shadow': /^none$/,
  'text-transform': /^none$/,
  'text-underline-offset': only('auto'),
  'text-underline-position': only('auto'),
  'transform-box': /^view-box$/,
  'unicode-bidi': only('normal|embed|isolate|plaintext'),
  'vector-effect': /^none$/,
  'white-space': only('normal|nowrap'),
  'writing-mode': /^(?!sideways)/i,
};

/** Properties of the box of the root. Browsers draw this box. The SVG renderer draws only its `background-color`. */
export const ROOT_BOX = /^(?:background(?:-image)?|border(?:-.+)?|padding(?:-.+)?|margin(?:-.+)?|box-shadow)$/;

/** Values of `ROOT_BOX` that have no effect. */
export const NO_BOX = /^(?:none|transparent|auto|initial|0(?:px)?(?:\s+0(?:px)?)*)$/i;

/** Units of lengths that the SVG renderer supports, in lower case. */
export const DRAWN_UNITS: ReadonlySet<string> = new Set(['px', 'em', 'pt', 'pc', 'in', 'cm', 'mm']);

/** Units of lengths in CSS (CSS Values 4, 6). */
export const CSS_UNITS: ReadonlySet<string> = new Set(
  (
    'px em pt pc in cm mm q ex rex cap rcap ch rch ic ric lh rlh rem vw vh vi vb vmin vmax svw svh lvw lvh dvw dvh ' +
    'cqw cqh cqi cqb cqmin cqmax'
  ).split(' '),
);

/** The names of colors in CSS Color 4, 6.1, without `rebeccapurple`. */
export const COLOR_NAMES: ReadonlySet<string> = new Set(
  (
    'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood ' +
    'cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray ' +
    'darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen ' +
    'darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue ' +
    'firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew ' +
    'hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan ' +
    'lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray ' +
    'lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue ' +
    'mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred ' +
    'midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid ' +
    'palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple red ' +
    'rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray ' +
    'slategrey snow springgreen steelblue tan teal thistle tomato transparent turquoise violet wheat white whitesmoke ' +
    'yellow yellowgreen'
  ).split(' '),
);

/** The names of system colors in CSS Color 4, 6.2 and Appendix A. Their values depend on the system. */
export const SYSTEM_COLORS: ReadonlySet<string> = new Set(
  (
    'accentcolor accentcolortext activetext buttonborder buttonface buttontext canvas canvastext field fieldtext ' +
    'graytext highlight highlighttext linktext mark marktext selecteditem selecteditemtext visitedtext activeborder ' +
    'activecaption appworkspace background buttonhighlight buttonshadow captiontext inactiveborder inactivecaption ' +
    'inactivecaptiontext infobackground infotext menu menutext scrollbar threeddarkshadow threedface threedhighlight ' +
    'threedlightshadow threedshadow window windowframe windowtext'
  ).split(' '),
);
