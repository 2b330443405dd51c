//! The public items of the library are those in `tests/public-items.txt`, so that a change of what
//! users rely on is seen in review.

use quote::{ToTokens, quote};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use syn::meta::ParseNestedMeta;
use syn::{Attribute, Ident, ImplItem, Item, TraitItem, Type, TypeParamBound, UseTree, Visibility};

/// The path of a module or an item from the root of the crate.
type Name = Vec<String>;

/// The items of each module, private ones too.
struct Sources(BTreeMap<Name, Vec<Item>>);

impl Sources {
    fn read() -> Sources {
        let mut sources = Sources(BTreeMap::new());
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        sources.add(vec![], &root.join("lib.rs"), &root);
        sources
    }

    /// Adds the module in `file`, whose own modules are in `directory`.
    fn add(&mut self, name: Name, file: &Path, directory: &Path) {
        let text = fs::read_to_string(file).unwrap();
        let mut items = syn::parse_file(&text).unwrap().items;
        items.retain(|item| !is_excluded(attributes(item)));
        for item in &items {
            let Item::Mod(module) = item else { continue };
            if module.content.is_some() {
                assert!(!is_visible(&module.vis), "a public module without a file");
                continue;
            }
            let (name, ident) = (child(&name, &module.ident), module.ident.to_string());
            let inside = directory.join(&ident);
            let file = directory.join(format!("{ident}.rs"));
            match file.exists() {
                true => self.add(name, &file, &inside),
                false => self.add(name, &inside.join("mod.rs"), &inside),
            }
        }
        self.0.insert(name, items);
    }

    /// Where the item that `path` names inside `module` is defined; `None` if in another crate.
    fn resolve(&self, module: &[String], path: &[String]) -> Option<Name> {
        let [first, rest @ ..] = path else {
            return Some(module.to_vec());
        };
        match first.as_str() {
            "crate" => self.resolve(&[], rest),
            "self" => self.resolve(module, rest),
            "super" => self.resolve(&module[..module.len() - 1], rest),
            _ => {
                let here = child(module, first);
                if self.0.contains_key(&here) {
                    return self.resolve(&here, rest);
                }
                for item in self.0.get(module)? {
                    if let Item::Use(item) = item {
                        let mut leaves = uses(&item.tree, vec![]).into_iter();
                        if let Some((path, _)) = leaves.find(|(_, name)| name == first) {
                            return self.resolve(module, &[&path[..], rest].concat());
                        }
                    }
                }
                let is_defined = self.0[module]
                    .iter()
                    .any(|item| ident(item).as_ref() == Some(first));
                is_defined.then_some(here)
            }
        }
    }

    /// Collects the public paths of items: where each is defined, and its names.
    fn exports(&self, module: &Name, public: &Name, found: &mut BTreeMap<Name, BTreeSet<Name>>) {
        for item in self.0[module].iter().filter(|item| is_public(item)) {
            match item {
                Item::Mod(m) => {
                    self.exports(&child(module, &m.ident), &child(public, &m.ident), found)
                }
                Item::Use(item) => {
                    for (path, name) in uses(&item.tree, vec![]) {
                        let target = self.resolve(module, &path).expect("an item of this crate");
                        found
                            .entry(target)
                            .or_default()
                            .insert(child(public, &name));
                    }
                }
                _ => {
                    let name = ident(item).expect("public items have names");
                    let target = child(module, &name);
                    found
                        .entry(target)
                        .or_default()
                        .insert(child(public, &name));
                }
            }
        }
    }
}

/// The public items, a line each.
fn public_items() -> BTreeSet<String> {
    let sources = Sources::read();
    let mut exports = BTreeMap::new();
    sources.exports(&vec![], &vec!["cubesolve".to_owned()], &mut exports);
    let mut lines = BTreeSet::new();
    // the shortest name of each item
    let mut names = BTreeMap::new();
    for (target, public) in &exports {
        let shortest = public.iter().min_by_key(|name| name.len()).unwrap();
        let shortest = shortest.join("::");
        for other in public.iter().map(|name| name.join("::")) {
            if other != shortest {
                lines.insert(format!("{other} = {shortest}"));
            }
        }
        names.insert(target.clone(), shortest);
    }
    for (module, items) in &sources.0 {
        for item in items {
            if let Some(name) = ident(item).and_then(|ident| names.get(&child(module, &ident))) {
                describe(item, name, &mut lines);
            }
            let Item::Impl(block) = item else { continue };
            let Some(path) = path_of(&block.self_ty) else {
                continue;
            };
            let target = sources.resolve(module, &segments(path));
            let Some(name) = target.and_then(|target| names.get(&target)) else {
                continue;
            };
            let self_type = &block.self_ty;
            match &block.trait_ {
                Some((_, path, _)) => {
                    let defined = sources.resolve(module, &segments(path));
                    if defined.is_none_or(|target| names.contains_key(&target)) {
                        let header = tidy(quote!(impl #path for #self_type));
                        lines.insert(format!("{name}: {header}"));
                    }
                }
                None => {
                    for item in &block.items {
                        describe_associated(item, name, &mut lines);
                    }
                }
            }
        }
    }
    lines
}

/// The path of a type, or of the first trait of a trait object.
fn path_of(ty: &Type) -> Option<&syn::Path> {
    match ty {
        Type::Path(ty) => Some(&ty.path),
        Type::TraitObject(object) => object.bounds.iter().find_map(|bound| match bound {
            TypeParamBound::Trait(bound) => Some(&bound.path),
            _ => None,
        }),
        _ => None,
    }
}

/// Adds an item with its fields, variants or methods.
fn describe(item: &Item, name: &str, lines: &mut BTreeSet<String>) {
    let line = match item {
        Item::Const(item) => format!("const {name}: {}", tidy(&item.ty)),
        Item::Static(item) => format!("static {name}: {}", tidy(&item.ty)),
        Item::Type(item) => format!("type {name} = {}", tidy(&item.ty)),
        Item::Fn(item) => {
            let (module, _) = name.rsplit_once("::").unwrap_or_default();
            format!("{module}: {}", tidy(&item.sig))
        }
        Item::Struct(item) => {
            for field in item.fields.iter().filter(|field| is_visible(&field.vis)) {
                let (ident, ty) = (&field.ident, &field.ty);
                lines.insert(format!("{name}: field {}", tidy(quote!(#ident: #ty))));
            }
            format!("struct {name}{}", tidy(&item.generics))
        }
        Item::Enum(item) => {
            for variant in &item.variants {
                let mut variant = variant.clone();
                variant.attrs.clear();
                variant
                    .fields
                    .iter_mut()
                    .for_each(|field| field.attrs.clear());
                lines.insert(format!("{name}: variant {}", tidy(&variant)));
            }
            format!("enum {name}{}", tidy(&item.generics))
        }
        Item::Trait(item) => {
            for item in &item.items {
                if let TraitItem::Fn(function) = item {
                    lines.insert(format!("{name}: {}", tidy(&function.sig)));
                }
            }
            format!("trait {name}{}", tidy(&item.generics))
        }
        _ => panic!("{name} is of a kind that this test does not know"),
    };
    let attributes = attributes_of_type(item).into_iter();
    let attributes: String = attributes.map(|name| format!(", {name}")).collect();
    lines.insert(line + &attributes);
}

/// The traits that are derived for an item, and whether it is `non_exhaustive`.
fn attributes_of_type(item: &Item) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for attribute in attributes(item) {
        if attribute.path().is_ident("derive") {
            let each = |meta: ParseNestedMeta| {
                names.extend(segments(&meta.path).pop());
                Ok(())
            };
            attribute.parse_nested_meta(each).unwrap();
        } else if attribute.path().is_ident("non_exhaustive") {
            names.insert("non_exhaustive".to_owned());
        }
    }
    names
}

/// Adds an associated function or constant of an inherent implementation.
fn describe_associated(item: &ImplItem, name: &str, lines: &mut BTreeSet<String>) {
    match item {
        ImplItem::Fn(item) if is_visible(&item.vis) && !is_hidden(&item.attrs) => {
            lines.insert(format!("{name}: {}", tidy(&item.sig)));
        }
        ImplItem::Const(item) if is_visible(&item.vis) => {
            let (ident, ty) = (&item.ident, &item.ty);
            lines.insert(format!("{name}: {}", tidy(quote!(const #ident: #ty))));
        }
        _ => {}
    }
}

/// The tokens with spaces where people write them.
fn tidy(tokens: impl ToTokens) -> String {
    let mut text = tokens.to_token_stream().to_string();
    let replacements = [
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        ("[ ", "["),
        (" ]", "]"),
        (" ,", ","),
        (" ;", ";"),
        (" :: ", "::"),
        (" : ", ": "),
        ("& ", "&"),
        (" <", "<"),
        ("< ", "<"),
        (" > ", "> "),
        (" >", ">"),
        ("(& ", "(&"),
        (",)", ")"),
        ("->(", "-> ("),
        (",(", ", ("),
        (", }", " }"),
        (",>", ">"),
        (">-", "> -"),
        ("impl< ", "impl<"),
        (" !", "!"),
        // no matter to callers
        ("(mut self", "(self"),
    ];
    for (from, to) in replacements {
        text = text.replace(from, to);
    }
    text
}

fn child(parent: &[String], name: impl ToString) -> Name {
    [parent, &[name.to_string()]].concat()
}

fn segments(path: &syn::Path) -> Name {
    path.segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect()
}

/// The paths that a `use` imports, and the name of each.
fn uses(tree: &UseTree, prefix: Name) -> Vec<(Name, String)> {
    match tree {
        UseTree::Path(path) => uses(&path.tree, child(&prefix, &path.ident)),
        UseTree::Name(name) if name.ident == "self" => {
            let last = prefix.last().cloned().unwrap_or_default();
            vec![(prefix, last)]
        }
        UseTree::Name(name) => vec![(child(&prefix, &name.ident), name.ident.to_string())],
        UseTree::Rename(name) => vec![(child(&prefix, &name.ident), name.rename.to_string())],
        UseTree::Group(group) => {
            let each = |tree| uses(tree, prefix.clone());
            group.items.iter().flat_map(each).collect()
        }
        UseTree::Glob(_) => vec![],
    }
}

fn is_visible(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Whether an item is for tests or fuzzing only.
fn is_excluded(attributes: &[Attribute]) -> bool {
    let texts = attributes.iter().map(tidy).collect::<String>();
    texts.contains("cfg(test)") || texts.contains("cfg(fuzzing)")
}

/// Whether an item is no part of what the library promises.
fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes
        .iter()
        .any(|attribute| tidy(attribute).contains("doc(hidden)"))
}

fn attributes(item: &Item) -> &[Attribute] {
    parts(item).map_or(&[], |(attributes, ..)| attributes)
}

fn is_public(item: &Item) -> bool {
    parts(item)
        .is_some_and(|(attributes, visibility, _)| is_visible(visibility) && !is_hidden(attributes))
}

fn ident(item: &Item) -> Option<String> {
    parts(item)?.2.map(ToString::to_string)
}

/// Attributes, visibility and name; `None` of what has no visibility, such as implementations.
fn parts(item: &Item) -> Option<(&[Attribute], &Visibility, Option<&Ident>)> {
    Some(match item {
        Item::Const(item) => (&item.attrs, &item.vis, Some(&item.ident)),
        Item::Enum(item) => (&item.attrs, &item.vis, Some(&item.ident)),
        Item::Fn(item) => (&item.attrs, &item.vis, Some(&item.sig.ident)),
        Item::Mod(item) => (&item.attrs, &item.vis, Some(&item.ident)),
        Item::Static(item) => (&item.attrs, &item.vis, Some(&item.ident)),
        Item::Struct(item) => (&item.attrs, &item.vis, Some(&item.ident)),
        Item::Trait(item) => (&item.attrs, &item.vis, Some(&item.ident)),
        Item::Type(item) => (&item.attrs, &item.vis, Some(&item.ident)),
        Item::Use(item) => (&item.attrs, &item.vis, None),
        _ => return None,
    })
}

#[test]
fn public_items_are_those_of_the_list() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/public-items.txt");
    let items = public_items();
    if std::env::var_os("UPDATE_PUBLIC_ITEMS").is_some() {
        let lines: String = items.iter().map(|line| format!("{line}\n")).collect();
        fs::write(&path, lines).unwrap();
    }
    let listed = fs::read_to_string(&path).unwrap();
    let listed: BTreeSet<_> = listed.lines().map(str::to_owned).collect();
    let new: Vec<_> = items.difference(&listed).collect();
    let gone: Vec<_> = listed.difference(&items).collect();
    assert!(
        new.is_empty() && gone.is_empty(),
        "new: {new:#?}\ngone: {gone:#?}\nIf that is intended, run the test with UPDATE_PUBLIC_ITEMS=1"
    );
}
