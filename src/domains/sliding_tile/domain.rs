//! The family of instances: text, answers, and drawing at random.
use super::space::solvable;
use super::text::{boards, one_board};
use super::{Board, LinearConflict, Manhattan, Pattern, Size, SlidingTile, Tracked};
use crate::core::{Capabilities, Domain, JudgeText, Rng, TextError, Token, random_walk, tokens};

impl<B: Board> SlidingTile<B> {
    /// The numbers of `board`, its rows parted by `between`.
    fn rows(&self, board: B, between: &str) -> String {
        let tiles = self.tiles(board);
        let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
        tiles.chunks(self.size().columns()).map(row).collect::<Vec<_>>().join(between)
    }
    fn solved(size: Size<B>) -> Self {
        Self::new(size, &(0..size.cells() as u8).collect::<Vec<_>>())
    }
}

impl<B: Board> Domain for SlidingTile<B> {
    const NAME: &'static str = B::NAME;
    const ABOUT: &'static str = B::ABOUT;
    const SIZES: &'static [&'static str] = B::SIZES;
    type Size = Size<B>;

    fn size(&self) -> Size<B> {
        self.size()
    }

    fn parse(size: Size<B>, initial: &str, goal: &str) -> Result<Self, TextError> {
        let instance = Self::new(size, &one_board(size, initial)?);
        if let Some(first) = tokens(goal).next() {
            let fixed = |word: Token<'_>| {
                let right = instance.rows(instance.goal(), "/");
                word.error(format_args!("expected no goal, or the only one there is, {right}"))
            };
            let tiles = one_board(size, goal)?;
            if B::pack(&tiles) != instance.goal() {
                return Err(fixed(first));
            }
        }
        Ok(instance)
    }
    fn initial_text(&self) -> String {
        self.rows(self.initial(), "/")
    }
    fn goal_text(&self) -> String {
        String::new()
    }
    fn line(&self) -> String {
        self.initial_text()
    }

    fn read(size: Size<B>, text: &str) -> Result<JudgeText<Self>, TextError> {
        let instances: Vec<Self> = boards(size, text)?.iter().map(|tiles| Self::new(size, tiles)).collect();
        Ok(JudgeText { sets: vec![instances.len()], instances })
    }
    fn write(instances: &[Self]) -> String {
        let board = |instance: &Self| instance.rows(instance.initial(), "\n") + "\n";
        instances.iter().map(board).collect::<Vec<_>>().join("\n")
    }
    fn answer(&self, path: Option<&[B]>) -> String {
        path.map_or_else(|| "unsolvable".to_string(), |path| (path.len() - 1).to_string())
    }

    fn start(size: Size<B>, from: Option<&str>) -> Result<Self, TextError> {
        from.map_or_else(|| Ok(Self::solved(size)), |from| Self::parse(size, from, ""))
    }
    fn state_text(&self, state: B) -> String {
        self.rows(state, "/")
    }
    /// The tile that moves and the way that it goes.
    fn move_name(&self, from: B, to: B) -> String {
        let (old, new) = (from.blank(), to.blank());
        let tile = from.tile(new);
        let direction = (0..4).find(|&direction| self.size().neighbour(old, direction) == Some(new));
        // The tile goes the blank's way backwards.
        let way = direction.map_or("nowhere", |direction| ["down", "right", "left", "up"][direction]);
        format!("{tile} {way}")
    }

    /// Every solvable board is equally likely.
    fn uniform(size: Size<B>, rng: &mut Rng) -> Self {
        let mut tiles: Vec<u8> = (0..size.cells() as u8).collect();
        rng.shuffle(&mut tiles);
        if !solvable(size, &tiles) {
            // Swapping two tiles pairs each odd board with one even board.
            let tile = |wanted| move |&tile: &u8| tile == wanted;
            let place = |wanted| tiles.iter().position(tile(wanted)).expect("the board holds every tile");
            let (one, two) = (place(1), place(2));
            tiles.swap(one, two);
        }
        Self::new(size, &tiles)
    }
    fn walk(size: Size<B>, steps: u32, rng: &mut Rng) -> Self {
        let solved = Self::solved(size);
        let far = random_walk(&solved, solved.goal(), steps, rng);
        Self::new(size, &solved.tiles(far))
    }

    fn capabilities(offer: &mut impl Capabilities<Self>) {
        B::offer(offer);
        offer.backward();
        offer.stepwise::<Manhattan>();
        offer.both_ways::<Manhattan>();
        offer.stepwise::<Tracked<LinearConflict>>();
        offer.stepwise::<Tracked<Pattern>>();
    }
}
