// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The deposit contract: where a transfer begins, on its origin chain
/// @notice Moves a user's money straight to the maker who will pay out on the destination chain, and records in one
/// event what was asked for in return. It keeps no money, no storage and no owner.
interface ICausewayDeposit {
    /// @notice A user paid a maker.
    /// @dev Follows the token's own `Transfer` log. The contract serves any token and any maker, so a reader must accept
    /// only makers and tokens that it knows: a token that lies about its transfers produces this event too.
    /// @param user The account that paid.
    /// @param token The token paid in, or the zero address for the chain's native token.
    /// @param maker The account that was paid.
    /// @param target The recipient on the destination chain, as text. Not checked here.
    /// @param amount The amount in the token's smallest unit.
    /// @param destination The network code of the destination chain. Not checked here.
    /// @param channel The integrator through whom the deposit came.
    /// @param timestamp The time of the block.
    event Deposit(
        address indexed user,
        address indexed token,
        address indexed maker,
        string target,
        uint256 amount,
        uint256 destination,
        uint256 channel,
        uint256 timestamp
    );

    /// @notice The amount is zero.
    error ZeroAmount();

    /// @notice The maker is nobody: the zero address, or this contract, where the money would stay for ever.
    error ZeroMaker();

    /// @notice The native value sent along is not the amount (native token) or not zero (ERC-20).
    error WrongValue(uint256 expected, uint256 sent);

    /// @notice The maker did not take the native token.
    error NativeTransferFailed();

    /// @notice Pays `amount` of `token` to `maker`, to be paid out to `target` on the chain `destination`.
    /// @param target The recipient on the destination chain, as text.
    /// @param token An ERC-20 for which this contract has the caller's allowance, or the zero address for the native token.
    /// @param maker The account to pay.
    /// @param amount The amount in the token's smallest unit; for the native token exactly the value sent along.
    /// @param destination The network code of the destination chain.
    /// @param channel The integrator through whom the deposit comes.
    function deposit(
        string calldata target,
        address token,
        address maker,
        uint256 amount,
        uint256 destination,
        uint256 channel
    ) external payable;
}
