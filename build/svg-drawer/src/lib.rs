//! A plain C interface to resvg, so that no generated glue code is needed.
//!
//! The module has no imports: it cannot open a file or an address, has no clock and no random numbers, and returns the
//! same bytes on every machine. A panic, a stack overflow, or the end of the memory is a trap. After a trap, the caller
//! must drop the instance. An instance holds one file at a time.

use std::cell::RefCell;
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb, roxmltree};

/// The results of `read`.
const READ: i32 = 0;
const NOT_UTF8: i32 = 1;
const NOT_WELL_FORMED: i32 = 2;
const TOO_MANY_NODES: i32 = 3;
const NO_SIZE: i32 = 4;
const TOO_DEEP: i32 = 5;

/// Why `read` refused a file, and the line of the XML error; 0 if there is none.
struct Refused {
    code: i32,
    line: u32,
}

impl From<i32> for Refused {
    fn from(code: i32) -> Self {
        Refused { code, line: 0 }
    }
}

struct Drawer {
    fonts: Arc<fontdb::Database>,
    /// The family of text without a `font-family`.
    family: String,
    tree: Option<usvg::Tree>,
    pixels: Option<Pixmap>,
    line: u32,
}

thread_local! {
    static DRAWER: RefCell<Drawer> = RefCell::new(Drawer {
        fonts: Arc::new(fontdb::Database::new()),
        family: String::new(),
        tree: None,
        pixels: None,
        line: 0,
    });
}

/// Allocates memory. The caller releases it with `free`, or passes it to a function that takes ownership.
#[no_mangle]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// # Safety
/// `at` and `length` come from one call of `alloc`.
#[no_mangle]
pub unsafe extern "C" fn free(at: *mut u8, length: usize) {
    drop(taken(at, length));
}

unsafe fn taken(at: *mut u8, length: usize) -> Box<[u8]> {
    Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, length))
}

/// Adds a font file and takes ownership of its bytes. Returns the number of faces that are loaded.
///
/// # Safety
/// Same as `free`.
#[no_mangle]
pub unsafe extern "C" fn add_font(at: *mut u8, length: usize) -> usize {
    let bytes = taken(at, length).into_vec();
    DRAWER.with_borrow_mut(|drawer| {
        let fonts = Arc::make_mut(&mut drawer.fonts);
        fonts.load_font_data(bytes);
        fonts.len()
    })
}

/// Sets the family for a generic name and takes ownership of the bytes: 0 is for text without a family, 1 serif,
/// 2 sans-serif, 3 cursive, 4 fantasy, 5 monospace.
///
/// # Safety
/// Same as `free`.
#[no_mangle]
pub unsafe extern "C" fn set_family(generic: u32, at: *mut u8, length: usize) {
    let name = String::from_utf8_lossy(&taken(at, length)).into_owned();
    DRAWER.with_borrow_mut(|drawer| {
        let fonts = Arc::make_mut(&mut drawer.fonts);
        match generic {
            0 => drawer.family = name,
            1 => fonts.set_serif_family(name),
            2 => fonts.set_sans_serif_family(name),
            3 => fonts.set_cursive_family(name),
            4 => fonts.set_fantasy_family(name),
            _ => fonts.set_monospace_family(name),
        }
    });
}

/// Parses an SVG file and takes ownership of its bytes. The tree stays loaded until the next `read` or `release`.
///
/// # Safety
/// Same as `free`.
#[no_mangle]
pub unsafe extern "C" fn read(at: *mut u8, length: usize, most_nodes: u32, most_depth: u32) -> i32 {
    let bytes = taken(at, length);
    DRAWER.with_borrow_mut(|drawer| {
        drawer.pixels = None;
        drawer.tree = None;
        drawer.line = 0;
        match tree_of(&bytes, drawer, most_nodes, most_depth) {
            Ok(tree) => {
                drawer.tree = Some(tree);
                READ
            }
            Err(Refused { code, line }) => {
                drawer.line = line;
                code
            }
        }
    })
}

/// The line of the XML error that the last `read` found, counted from 1; 0 if there is none.
#[no_mangle]
pub extern "C" fn error_line() -> u32 {
    DRAWER.with_borrow(|drawer| drawer.line)
}

fn tree_of(bytes: &[u8], drawer: &Drawer, most_nodes: u32, most_depth: u32) -> Result<usvg::Tree, Refused> {
    let text = std::str::from_utf8(bytes).map_err(|_| NOT_UTF8)?;
    let parsing = roxmltree::ParsingOptions { allow_dtd: true, nodes_limit: most_nodes, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(text, parsing).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => Refused::from(TOO_MANY_NODES),
        _ => Refused { code: NOT_WELL_FORMED, line: error.pos().row },
    })?;
    if is_deeper(&document, most_depth) {
        return Err(TOO_DEEP.into());
    }
    let options = usvg::Options {
        font_family: drawer.family.clone(),
        fontdb: drawer.fonts.clone(),
        image_href_resolver: usvg::ImageHrefResolver {
            resolve_data: usvg::ImageHrefResolver::default_data_resolver(),
            // Pictures outside of the file are never opened.
            resolve_string: Box::new(|_, _| None),
        },
        ..Default::default()
    };
    usvg::Tree::from_xmltree(&document, &options).map_err(|error| match error {
        usvg::Error::InvalidSize => NO_SIZE.into(),
        // usvg counts an element again for each `use` of it.
        usvg::Error::ElementsLimitReached => TOO_MANY_NODES.into(),
        usvg::Error::ParsingFailed(roxmltree::Error::NodesLimitReached) => TOO_MANY_NODES.into(),
        _ => NOT_WELL_FORMED.into(),
    })
}

/// Whether elements are nested deeper than `most`. Iterative, because the depth is not bounded yet.
fn is_deeper(document: &roxmltree::Document, most: u32) -> bool {
    let mut depth = 0;
    let mut next = document.root().first_child();
    while let Some(node) = next {
        if let Some(child) = node.first_child() {
            depth += 1;
            if depth > most {
                return true;
            }
            next = Some(child);
            continue;
        }
        let mut left = node;
        next = loop {
            if let Some(sibling) = left.next_sibling() {
                break Some(sibling);
            }
            match left.parent() {
                Some(parent) => left = parent,
                None => break None,
            }
            depth = depth.saturating_sub(1);
        };
    }
    false
}

/// The natural width of the file in pixels; 0 if none is loaded.
#[no_mangle]
pub extern "C" fn width() -> f32 {
    DRAWER.with_borrow(|drawer| drawer.tree.as_ref().map_or(0.0, |tree| tree.size().width()))
}

/// The natural height of the file in pixels; 0 if none is loaded.
#[no_mangle]
pub extern "C" fn height() -> f32 {
    DRAWER.with_borrow(|drawer| drawer.tree.as_ref().map_or(0.0, |tree| tree.size().height()))
}

/// Draws the file, stretched to `width` × `height` pixels. Returns the address of premultiplied RGBA bytes, row by row; 0
/// if no file is loaded or the size is out of range. The bytes are valid until the next `draw`, `read`, or `release`.
#[no_mangle]
pub extern "C" fn draw(width: u32, height: u32) -> *const u8 {
    DRAWER.with_borrow_mut(|drawer| {
        drawer.pixels = None;
        let Some(tree) = &drawer.tree else { return std::ptr::null() };
        let Some(mut pixels) = Pixmap::new(width, height) else { return std::ptr::null() };
        let size = tree.size();
        let scale = Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
        resvg::render(tree, scale, &mut pixels.as_mut());
        drawer.pixels.insert(pixels).data().as_ptr()
    })
}

/// Drops the file and its pixels.
#[no_mangle]
pub extern "C" fn release() {
    DRAWER.with_borrow_mut(|drawer| {
        drawer.pixels = None;
        drawer.tree = None;
    });
}
