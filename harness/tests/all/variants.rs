use crate::GAUNTLET;
use crate::bad_input::{refused, with};

#[test]
fn positions_and_depths_of_variants() {
    assert_eq!(
        with("[schedule]", "[[variants]]\nname = \"v\"\nmeaning = \"a\\n# b\"\n[schedule]"),
        "line 9: variants.meaning: expected a single line"
    );
    assert_eq!(
        with("[schedule]", "[[variants]]\nname = \"v\"\nplies = [1, 2]\n[schedule]"),
        "line 10: variants.plies: only a search experiment has them"
    );
    let search = |variant: &str| {
        let published = "[published]\nsource = \"nobody\"\ngames = 100\n\
                         cells = [{ player = \"random\", colour = \"black\", wins = 45 }]";
        let text =
            GAUNTLET.replace("[schedule]\ngauntlet = [\"random\"]", "").replace(published, "");
        let section =
            "[search]\npositions = 2\nplies = [0, 4]\ndepths = [1]\nreference = \"random\"\n";
        refused(&format!("{text}{section}[[variants]]\nname = \"v\"\n{variant}"), &[])
    };
    assert!(
        search("plies = [5, 4]")
            .ends_with("variants.plies: expected [low, high] up to 100, found [5, 4]")
    );
    assert!(search("plies = [5]").contains("plies: "));
    assert!(search("depths = [2, 3, 2]").ends_with("variants.depths: 2 is there twice"));
    assert!(
        search("set = { depth = 2 }")
            .ends_with("variants.set.depth: no player takes it; expected `depths`")
    );
    assert!(search("depths = []").ends_with("variants.depths: expected at least one depth"));
}

/// A variant that changes nothing would be told of as if it did.
#[test]
fn values_of_variants_that_nobody_takes() {
    let variant = |set: &str, each: &str| {
        let variant = format!("[[variants]]\nname = \"v\"\nset = {{ {set} }}\n[schedule]");
        let file = GAUNTLET.replace("[schedule]", &variant).replace("eval=discs", "eval={eval}");
        refused(&file.replace("ties=random)\"", &format!("ties=random)\"\n{each}")), &[])
    };
    let each = "each = { eval = [\"discs\"] }";
    assert_eq!(
        variant("eval = \"mobility\"", each),
        "line 9: variants.set.eval: no player takes it; expected `{eval}` in the text of one \
         without `eval` in `each`"
    );
    let told = variant("eval = \"mobility\", typo = 3", "");
    assert!(told.starts_with("line 9: variants.set.typo: no player takes it"), "{told}");
}
